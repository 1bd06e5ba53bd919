import { expect, it, vi } from 'vitest'
import type { MoveEvent } from '../../src/core/moveEventQueue.svelte'

vi.stubGlobal('navigator', { languages: ['en'] }) // the settings read it
vi.stubGlobal('location', { pathname: '/', hash: '' })
const { mergeBySeat, toMoveEvent } = await import('../../src/core/moveEventQueue.svelte')

const event = (n: number, seat: number): MoveEvent => ({ entries: [n], seat, text: `move ${n}`, changed: [`cell ${n}`], travels: [] })

it('merges waiting events by seat and keeps every entry, text and mark', () => {
  const merged = mergeBySeat([event(1, 0), event(2, 1), event(3, 0)])
  expect(merged.map(({ seat, entries }) => [seat, entries])).toEqual([
    [1, [2]],
    [0, [1, 3]],
  ])
  expect(merged[1]).toMatchObject({ text: 'move 1 · move 3', changed: ['cell 1', 'cell 3'] })
})

it('tells a move in the words of its game, and a take-back as such', () => {
  const told = { text: 'green 5 ✕', changed: ['cell 7'] }
  expect(toMoveEvent({ n: 4, seat: 1, description: { kind: 'cross' } }, 'g', [], told)).toMatchObject({ text: 'green 5 ✕', changed: ['cell 7'] })
  expect(toMoveEvent({ n: 5, seat: 1, take_back: 4 }, 'g', [], null).text).toBe('Took back')
})
