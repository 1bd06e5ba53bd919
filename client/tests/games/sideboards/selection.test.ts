import { describe, expect, it } from 'vitest'
import { EMPTY_SELECTION, EXCHANGE, findMove, selectLay, selectionOfMove, swapCards, toggleCard, setTurned } from '../../../src/games/sideboards/selection'
import type { Description, SideboardsMove } from '../../../src/games/sideboards/view'

const move = (n: number, description: Description): SideboardsMove => ({ move: n, text: String(n), description, preview: { points: 0 } })

describe('a start', () => {
  const moves = [
    move(1, { kind: 'start', slots: [0, 2], turned: [false, false] }),
    move(2, { kind: 'start', slots: [0, 2], turned: [false, true] }),
    move(3, { kind: 'start', slots: [2, 0], turned: [true, false] }),
  ]
  it('takes two cards, the left one first', () => {
    const one = toggleCard(EMPTY_SELECTION, 0)
    expect(findMove(moves, one)).toBeUndefined()
    expect(findMove(moves, toggleCard(one, 2))?.move).toBe(1)
  })
  it('turns and swaps them', () => {
    const both = setTurned(toggleCard(toggleCard(EMPTY_SELECTION, 0), 2), 1, true)
    expect(findMove(moves, both)?.move).toBe(2)
    expect(findMove(moves, swapCards(both))?.move).toBe(3)
  })
  it('removes a card that is tapped again, and replaces the second by a third', () => {
    expect(toggleCard(toggleCard(toggleCard(EMPTY_SELECTION, 0), 2), 0).slots).toEqual([2])
    expect(toggleCard(toggleCard(toggleCard(EMPTY_SELECTION, 0), 1), 2).slots).toEqual([0, 2])
  })
})

describe('a laying', () => {
  const moves = [move(5, { kind: 'lay', slot: 1, end: 'left', turned: true }), move(6, { kind: 'exchange' })]
  it('needs a card, an end and a way up', () => {
    expect(findMove(moves, EMPTY_SELECTION)).toBeUndefined()
    expect(findMove(moves, selectLay(1))).toBeUndefined()
    expect(findMove(moves, selectLay(1, 'left', true))?.move).toBe(5)
  })
  it('may be an exchange of the hand', () => expect(findMove(moves, EXCHANGE)?.move).toBe(6))
  it('follows from its move', () => {
    for (const each of moves) expect(findMove(moves, selectionOfMove(each))).toBe(each)
  })
})
