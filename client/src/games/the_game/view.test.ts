import { expect, test } from 'vitest'
import { type GameMove, initials, jump, laying, planned } from './view'

const lay = (card: number, pile: number, preview: Partial<GameMove['preview']> = {}): GameMove => ({
  move: card * 4 + pile,
  text: '',
  description: { kind: 'lay', card, pile, command: null, fire: false },
  preview: { marks: [pile], points: 1, ...preview },
})

test('players are told apart by as few letters as possible', () => {
  const names = ['Άννα', 'Άρης', 'Bot 1', 'Bot 2', 'Zoe']
  expect(names.map((_, seat) => initials(names, seat))).toEqual(['Άν', 'Άρ', 'B3', 'B4', 'Z'])
})

test('a nameless seat still has a sign', () => {
  expect(initials(['', ''], 1)).toBe('2')
})

test('only what the law offers can be laid', () => {
  const end: GameMove = { move: 400, text: 'end', description: { kind: 'end' }, preview: { marks: [], points: 0 } }
  const moves = [lay(37, 0), lay(37, 2), end]
  expect(laying(moves, 37, 2)?.move).toBe(150)
  expect(laying(moves, 37, 1)).toBeUndefined()
  expect(laying(moves, null, null)).toBeUndefined()
})

test('a card that leaves the minimum out of reach loses like one that breaks a command', () => {
  expect(jump(lay(37, 0, { distance: 3, short: true }))).toEqual({ distance: 3, trick: false, loses: true, ends: false })
  expect(jump(lay(37, 0, { distance: -10, trick: true, losing: true })).loses).toBe(true)
})

test('a plan knows distances and tricks', () => {
  expect(planned(null)).toBeNull()
  expect(planned(-10)?.trick).toBe(true)
})
