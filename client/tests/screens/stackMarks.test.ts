import { expect, it } from 'vitest'
import { stackMarks } from '../../src/screens/review/stackMarks'

it('puts marks that would overlap into further rows', () => {
  expect(stackMarks([0, 5, 12, 20, 40], 17)).toEqual([0, 1, 2, 0, 0])
})
