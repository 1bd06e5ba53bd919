import { describe, expect, it } from 'vitest'
import { NOTHING, canJoin, playOf, stillOpen, tapCard, tapCell, textOfPick, type Pick, type Play } from './selection'
import { cellOf, type Colour, type Face } from './view'

const card = (colour: Face['colour'], number: number): Face => ({ colour, number })
const at = (colour: Colour, number: number): number => cellOf(['red', 'yellow', 'green', 'blue'].indexOf(colour), number)

/** What the law would list for this hand on an empty sheet where these sets of slots and numbers may be crossed. */
function plays(listed: readonly (readonly [readonly number[], readonly number[]])[]): Play[] {
  return listed.map(([slots, cells], move) => ({ slots, cells, move: { move } as never }))
}

const HAND = [card('red', 4), card('red', 5), card('red', 8), card('blue', 9), card('joker', 7)]
const [R4, R5, R7, R8, B7, B9] = [at('red', 4), at('red', 5), at('red', 7), at('red', 8), at('blue', 7), at('blue', 9)]
const PLAYS = plays([
  ...[[0], [1], [2], [3], [4], [0, 1], [0, 2], [1, 2], [0, 1, 2], [3, 4], [0, 4]].map((slots) => [slots, []] as const),
  [[0], [R4]], [[1], [R5]], [[2], [R8]], [[3], [B9]], [[4], [R7]], [[4], [B7]],
  [[0, 1], [R4]], [[0, 1], [R5]], [[0, 1], [R4, R5]],
  [[0, 2], [R4]], [[0, 2], [R8]], [[1, 2], [R5]], [[1, 2], [R8]],
  [[0, 1, 2], [R4]], [[0, 1, 2], [R5]], [[0, 1, 2], [R8]], [[0, 1, 2], [R4, R5]],
  [[3, 4], [B9]], [[3, 4], [B7]], [[3, 4], [B9, B7]],
  [[0, 4], [R4]], [[0, 4], [R7]],
]) // prettier-ignore

const cards = (...slots: number[]): Pick => slots.reduce((pick, slot) => tapCard(PLAYS, HAND, pick, slot), NOTHING)

describe('choosing cards and crosses', () => {
  it('crosses a card with its number, and a second one beside it', () => {
    expect(cards(0)).toEqual({ slots: [0], cells: [R4] })
    expect(cards(0, 1)).toEqual({ slots: [0, 1], cells: [R4, R5] })
  })

  it('plays a third card without its cross where the gap rule forbids it', () => {
    expect(cards(0, 1, 2)).toEqual({ slots: [0, 1, 2], cells: [R4, R5] })
    expect([...stillOpen(PLAYS, cards(0, 1, 2))]).toEqual([])
    expect(cards(2, 0)).toEqual({ slots: [2, 0], cells: [R8] })
  })

  it('lets a tapped cell push out the crosses it cannot stand beside', () => {
    expect(tapCell(PLAYS, HAND, cards(0, 1, 2), R8)).toEqual({ slots: [0, 1, 2], cells: [R8] })
  })

  it('takes a card and a cross back again', () => {
    expect(tapCard(PLAYS, HAND, cards(0, 1), 1)).toEqual({ slots: [0], cells: [R4] })
    expect(tapCell(PLAYS, HAND, cards(0, 1), R4)).toEqual({ slots: [0, 1], cells: [R5] })
    expect(tapCard(PLAYS, HAND, cards(0), 0)).toEqual(NOTHING)
  })

  it('begins anew with a card of another colour', () => {
    expect(cards(0, 1, 3)).toEqual({ slots: [3], cells: [B9] })
  })

  it('gives a joker its colour by its neighbour or by a cell', () => {
    expect(cards(4)).toEqual({ slots: [4], cells: [] })
    expect(cards(4, 3)).toEqual({ slots: [4, 3], cells: [B9, B7] })
    expect(cards(3, 4)).toEqual({ slots: [3, 4], cells: [B9, B7] })
    expect(tapCell(PLAYS, HAND, cards(4), R7)).toEqual({ slots: [4], cells: [R7] })
  })

  it('brings the card that a tapped cell needs', () => {
    expect(tapCell(PLAYS, HAND, NOTHING, R5)).toEqual({ slots: [1], cells: [R5] })
    expect(tapCell(PLAYS, HAND, cards(0), R5)).toEqual({ slots: [0, 1], cells: [R4, R5] })
  })

  it('shows what can still join', () => {
    expect([...canJoin(PLAYS, cards(3))].sort()).toEqual([3, 4])
    expect([...stillOpen(PLAYS, cards(3))]).toEqual([B7])
  })

  it('finds the move of what is chosen, and says what is not allowed', () => {
    expect(playOf(PLAYS, cards(1, 0))?.slots).toEqual([0, 1])
    expect(textOfPick(HAND, { slots: [2, 0], cells: [R8, R4] })).toBe('play 1 3 cross 1 3 red')
    expect(textOfPick(HAND, { slots: [3, 4], cells: [] })).toBe('play 4 5')
  })
})
