import { describe, expect, it } from 'vitest'
import { EMPTY_SELECTION, playableSlots, findPlay, crossableCells, tapCard, tapCell, playMoveText, type Selection, type Play } from '../../../src/games/qwixx_cards/selection'
import { COLOURS, type Colour } from '../../../src/games/qwixx/sheet/sheet'
import { cellOfNumber, type CardFace } from '../../../src/games/qwixx_cards/view'

const card = (colour: CardFace['colour'], number: number): CardFace => ({ colour, number })
const at = (colour: Colour, number: number): number => cellOfNumber(COLOURS.indexOf(colour), number)

/** The legal plays: sets of slots, and the cells that each crosses. */
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

const cards = (...slots: number[]): Selection => slots.reduce((selection, slot) => tapCard(PLAYS, HAND, selection, slot), EMPTY_SELECTION)

describe('the selection of cards and crosses', () => {
  it('crosses a card with its number, and a second one beside it', () => {
    expect(cards(0)).toEqual({ slots: [0], cells: [R4] })
    expect(cards(0, 1)).toEqual({ slots: [0, 1], cells: [R4, R5] })
  })

  it('plays a third card without its cross where the gap rule forbids it', () => {
    expect(cards(0, 1, 2)).toEqual({ slots: [0, 1, 2], cells: [R4, R5] })
    expect([...crossableCells(PLAYS, cards(0, 1, 2))]).toEqual([])
    expect(cards(2, 0)).toEqual({ slots: [2, 0], cells: [R8] })
  })

  it('lets a tapped cell displace the crosses that cannot stay with it', () => {
    expect(tapCell(PLAYS, HAND, cards(0, 1, 2), R8)).toEqual({ slots: [0, 1, 2], cells: [R8] })
  })

  it('loses a card or a cross that is tapped again', () => {
    expect(tapCard(PLAYS, HAND, cards(0, 1), 1)).toEqual({ slots: [0], cells: [R4] })
    expect(tapCell(PLAYS, HAND, cards(0, 1), R4)).toEqual({ slots: [0, 1], cells: [R5] })
    expect(tapCard(PLAYS, HAND, cards(0), 0)).toEqual(EMPTY_SELECTION)
  })

  it('starts over with a card of another colour', () => {
    expect(cards(0, 1, 3)).toEqual({ slots: [3], cells: [B9] })
  })

  it('gives a joker its colour by its neighbour or by a cell', () => {
    expect(cards(4)).toEqual({ slots: [4], cells: [] })
    expect(cards(4, 3)).toEqual({ slots: [4, 3], cells: [B9, B7] })
    expect(cards(3, 4)).toEqual({ slots: [3, 4], cells: [B9, B7] })
    expect(tapCell(PLAYS, HAND, cards(4), R7)).toEqual({ slots: [4], cells: [R7] })
  })

  it('adds the card that a tapped cell needs', () => {
    expect(tapCell(PLAYS, HAND, EMPTY_SELECTION, R5)).toEqual({ slots: [1], cells: [R5] })
    expect(tapCell(PLAYS, HAND, cards(0), R5)).toEqual({ slots: [0, 1], cells: [R4, R5] })
  })

  it('shows what can be added', () => {
    expect([...playableSlots(PLAYS, cards(3))].sort()).toEqual([3, 4])
    expect([...crossableCells(PLAYS, cards(3))]).toEqual([B7])
  })

  it('finds its move, and has a text even if it is not allowed', () => {
    expect(findPlay(PLAYS, cards(1, 0))?.slots).toEqual([0, 1])
    expect(playMoveText(HAND, { slots: [2, 0], cells: [R8, R4] })).toBe('play 1 3 cross 1 3 red')
    expect(playMoveText(HAND, { slots: [3, 4], cells: [] })).toBe('play 4 5')
  })
})
