import { expect, test } from 'vitest'
import { hasWon, lastEvening, listCompanions, summarizeScores } from '../../src/core/playerStatistics'
import type { PastGame } from '../../src/core/protocol'

const game = (changes: Partial<PastGame>): PastGame => ({
  code: 'BCDFG', number: 1, game: 'any', at: 0, ending: 'over', names: ['Ada', 'Bo'], bots: [null, null], seats: [0], scores: [10, 20], winners: [1], won: null, ...changes,
})

test('the summary counts only games that were played to their end', () => {
  const games = [game({ scores: [30, 20], winners: [0] }), game({}), game({ ending: 'early', scores: [99, 0] }), game({ ending: 'resigned', scores: [98, 0] })]
  expect(summarizeScores(games)).toEqual({ best: 30, average: 20, wins: 1, games: 2, scores: [10, 30] })
  expect(summarizeScores([])).toBeNull()
})

test('companions are people by name and bots by level, and cooperative games count as together', () => {
  const withBot = game({ names: ['Ada', ''], bots: [null, 'hard'], winners: [0] })
  const together = game({ won: true, winners: [0, 1] })
  expect(listCompanions([game({}), together, withBot, game({ ending: 'early' })])).toEqual([
    { name: 'Bo', bot: null, games: 2, mine: 1, theirs: 1, together: 1 },
    { name: '', bot: 'hard', games: 1, mine: 1, theirs: 0, together: 0 },
  ])
})

test('a player with two seats has won if one of them has', () => {
  expect(hasWon(game({ seats: [0, 1] }))).toBe(true)
  expect(hasWon(game({ won: false, winners: [1], seats: [1] }))).toBe(false)
})

test('an evening lasts past midnight and ends with a break of four hours', () => {
  const hours = [50, 48, 47, 40, 39].map((hour) => game({ at: hour * 3600 }))
  expect(lastEvening(hours).map((each) => each.at / 3600)).toEqual([50, 48, 47])
  expect(lastEvening([])).toEqual([])
})
