import { expect, test } from 'vitest'
import { type TheGameMove, initials, jumpOf, findLayMove, plannedJump } from '../../../src/games/the_game/view'

const lay = (card: number, pile: number, preview: Partial<TheGameMove['preview']> = {}): TheGameMove => ({
  move: card * 4 + pile,
  text: '',
  description: { kind: 'lay', card, pile, command: null, fire: false },
  preview: { points: 1, ...preview },
})

test('initials are as short as possible and differ', () => {
  const names = ['Άννα', 'Άρης', 'Bot 1', 'Bot 2', 'Zoe']
  expect(names.map((_, seat) => initials(names, seat))).toEqual(['Άν', 'Άρ', 'B3', 'B4', 'Z'])
})

test('a seat without a name has initials too', () => {
  expect(initials(['', ''], 1)).toBe('2')
})

test('only legal moves can be laid', () => {
  const end: TheGameMove = { move: 400, text: 'end', description: { kind: 'end' }, preview: { points: 0 } }
  const moves = [lay(37, 0), lay(37, 2), end]
  expect(findLayMove(moves, 37, 2)?.move).toBe(150)
  expect(findLayMove(moves, 37, 1)).toBeUndefined()
  expect(findLayMove(moves, null, null)).toBeUndefined()
})

test('a card that puts the minimum out of reach loses, like one that breaks a command', () => {
  expect(jumpOf(lay(37, 0, { distance: 3, short: true }))).toEqual({ distance: 3, trick: false, loses: true, ends: false })
  expect(jumpOf(lay(37, 0, { distance: -10, trick: true, losing: true })).loses).toBe(true)
})

test('a planned jump has a distance and may be a trick', () => {
  expect(plannedJump(null)).toBeNull()
  expect(plannedJump(-10)?.trick).toBe(true)
})
