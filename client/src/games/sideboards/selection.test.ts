import { describe, expect, it } from 'vitest'
import { exchange, lay, moveOf, NOTHING, selectionOf, swap, tap, turn } from './selection'
import type { Description, SideMove } from './view'

const move = (n: number, description: Description): SideMove => ({ move: n, text: String(n), description, preview: { marks: [], points: 0 } })

describe('a start', () => {
  const moves = [
    move(1, { kind: 'start', slots: [0, 2], turned: [false, false] }),
    move(2, { kind: 'start', slots: [0, 2], turned: [false, true] }),
    move(3, { kind: 'start', slots: [2, 0], turned: [true, false] }),
  ]
  it('takes two cards, the left one first', () => {
    const one = tap(NOTHING, 0)
    expect(moveOf(moves, one)).toBeUndefined()
    expect(moveOf(moves, tap(one, 2))?.move).toBe(1)
  })
  it('turns and swaps them', () => {
    const both = turn(tap(tap(NOTHING, 0), 2), 1, true)
    expect(moveOf(moves, both)?.move).toBe(2)
    expect(moveOf(moves, swap(both))?.move).toBe(3)
  })
  it('removes a card that is tapped again, and replaces the second by a third', () => {
    expect(tap(tap(tap(NOTHING, 0), 2), 0).slots).toEqual([2])
    expect(tap(tap(tap(NOTHING, 0), 1), 2).slots).toEqual([0, 2])
  })
})

describe('a laying', () => {
  const moves = [move(5, { kind: 'lay', slot: 1, end: 'left', turned: true }), move(6, { kind: 'exchange' })]
  it('needs a card, an end and a way up', () => {
    expect(moveOf(moves, NOTHING)).toBeUndefined()
    expect(moveOf(moves, lay(1))).toBeUndefined()
    expect(moveOf(moves, lay(1, 'left', true))?.move).toBe(5)
  })
  it('may be an exchange of the hand', () => expect(moveOf(moves, exchange)?.move).toBe(6))
  it('follows from its move', () => {
    for (const each of moves) expect(moveOf(moves, selectionOf(each))).toBe(each)
  })
})
