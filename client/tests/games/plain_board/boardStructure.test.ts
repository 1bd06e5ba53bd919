import { describe, expect, it } from 'vitest'
import type { Move, View } from '../../../src/games/contract'
import { findChangedPaths, sharedEntries, groupMoves, isGrid, findLimit, seatEntries } from '../../../src/games/plain_board/boardStructure'

const view = (board: Record<string, unknown>, players = 2) => ({ board, players }) as unknown as View
const move = (description: Record<string, unknown>): Move => ({ move: 0, text: '', description, preview: { points: 0 } })

describe('the plain board', () => {
  const board = { phase: 'bidding', pile: 7, silence: false, hand: [3, 5], seats: [{ coins: 2 }, { coins: 4 }], sizes: [1, 2] }

  it('separates what belongs to a seat from what is on the table', () => {
    expect(sharedEntries(view(board)).map(([name]) => name)).toEqual(['pile', 'hand'])
    expect(seatEntries(view(board), 1)).toEqual([['coins', 4, 'seats.1.coins'], ['sizes', 2, 'sizes.1']])
  })

  it('shows a number together with its limit', () => {
    const rounds = { round: 2, rounds: 7, coins: 3 }
    expect(sharedEntries(view(rounds)).map(([name]) => name)).toEqual(['round', 'coins'])
    expect(findLimit('round', rounds)).toBe(7)
  })

  it('takes a list with another number of entries for a list of things', () => {
    expect(sharedEntries(view({ seats: [1, 2, 3] })).map(([name]) => name)).toEqual(['seats'])
  })

  it('finds what has changed, and what is new', () => {
    expect(findChangedPaths(board, { ...board, pile: 6, hand: [2, 5] })).toEqual(['', 'pile', 'hand', 'hand.0'])
    expect(findChangedPaths({ sizes: [1, 2] }, { sizes: [2, 1] })).toEqual(['', 'sizes', 'sizes.0', 'sizes.1'])
  })

  it('draws rows of equal length as a grid', () => {
    expect(isGrid(['.o', 'oo'])).toBe(true)
    expect(isGrid([[1, null], [2, 3]])).toBe(true)
    expect(isGrid([[1], [2, 3]])).toBe(false)
    expect(isGrid(['red', 'blue'])).toBe(false)
  })

  it('groups moves by kind, and many of a kind by what splits them well', () => {
    const few = [move({ kind: 'bid', coin: 1 }), move({ kind: 'pass' }), move({ kind: 'bid', coin: 2 })]
    expect(groupMoves(few).map((group) => [group.value, group.moves.length])).toEqual([['bid', 2], ['pass', 1]])
    const many = [1, 2, 3, 4].flatMap((card) => [0, 1, 2, 3].map((pile) => move({ kind: 'lay', pile, card })))
    expect(groupMoves(many).map((group) => [group.name, group.moves.length])).toEqual([0, 1, 2, 3].map(() => ['pile', 4]))
  })
})
