import { describe, expect, it } from 'vitest'
import { STANDARD_LAYOUT, mixesColours, isNearlyLockable, cellState, crossMoveText, type Row } from '../../../../src/games/qwixx/sheet/sheet'

const row = (crossed: number[], open: number[], missing: number): Row => ({ crossed, open, lock: false, missing })

describe('a row of the sheet', () => {
  it('distinguishes crossed, open and skipped cells', () => {
    const red = row([1, 3], [4, 5, 6, 7, 8, 9], 3)
    expect([0, 1, 2, 3, 4].map((position) => cellState(red, position))).toEqual(['skipped', 'crossed', 'skipped', 'crossed', 'open'])
  })

  it('keeps the last cell waiting while the row is open', () => {
    expect(cellState(row([1], [2, 3], 4), 10)).toBe('waits')
    expect(cellState(row([1, 9], [], 3), 10)).toBe('skipped')
  })

  it('mentions its lock only when the lock is near and within reach', () => {
    expect(isNearlyLockable(row([0, 1, 2], [3, 4, 5], 2))).toBe(true)
    expect(isNearlyLockable(row([0, 1], [3, 4, 5], 3))).toBe(false)
    expect(isNearlyLockable(row([0, 1, 8], [9], 2))).toBe(false)
    expect(isNearlyLockable(row([0, 1, 2, 3, 4], [5, 10], 0))).toBe(false)
  })
})

it('names a cell as moves do', () => {
  expect(crossMoveText(STANDARD_LAYOUT, 0)).toBe('red 2')
  expect(crossMoveText(STANDARD_LAYOUT, 43)).toBe('blue 2')
  expect(mixesColours(STANDARD_LAYOUT)).toBe(false)
})
