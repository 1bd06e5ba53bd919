import { expect, it } from 'vitest'
import type { Review } from '../../src/core/protocol'
import { describeTurningPoints } from '../../src/screens/review/turningPoints'

it('names the seat whose value a turning point changed most', () => {
  const curve = [
    { n: 0, values: [0.5, 0.3, 0.2] },
    { n: 4, values: [0.4, 0.5, 0.1] },
    { n: 9, values: [0.4, 0.1, 0.5] },
  ]
  const review = { curve, turning_points: [4, 9] } as unknown as Review
  expect(describeTurningPoints(review)).toEqual([
    { n: 4, seat: 1, before: 0.3, after: 0.5 },
    { n: 9, seat: 1, before: 0.5, after: 0.1 },
  ])
})

it('leaves out a turning point that the curve does not have', () => {
  expect(describeTurningPoints({ curve: [{ n: 0, values: [1] }], turning_points: [0, 3] } as unknown as Review)).toEqual([])
})
