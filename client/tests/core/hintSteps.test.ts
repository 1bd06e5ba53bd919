import { expect, test, vi } from 'vitest'

vi.stubGlobal('navigator', { languages: ['en'] }) // the settings read it
vi.stubGlobal('document', { documentElement: {} })
const { loadMessages, loadSection } = await import('../../src/core/i18n.svelte')
const { betterMove, hintSteps } = await import('../../src/core/hintSteps')
const { HintGuide } = await import('../../src/core/hintGuide.svelte')

const CHESS = { 'chess.move.step': 'step to {square}', 'chess.move.rest': 'rest', 'chess.hint.step': 'step', 'chess.hint.rest': 'rest', 'chess.move.fly': 'fly to {square}' }
vi.stubGlobal('fetch', async () => new Response(JSON.stringify(CHESS)))
await loadSection('coach')
await loadMessages('chess')

const step = (move: number, square: string) => ({ move, text: `s${square}`, description: { kind: 'step', square } })
const rest = { move: 9, text: 'r', description: { kind: 'rest' } }
const fly = { move: 8, text: 'f', description: { kind: 'fly', square: 'a8' } }
const view = { game: 'chess', moves: [step(0, 'a1'), step(1, 'b1'), rest] }
const value = (move: number, worse = false) => ({ move, value: 0.5, se: 0, worse })
const REASON = { key: 'coach.reason.win', params: { percent: 60, less: 40 } }

test('a hint tells the kind of the best move, then the move and a worse one, then every reason', () => {
  const points = { key: 'coach.reason.points', params: { points: 2 } }
  const steps = hintSteps({ moves: [value(1), value(0, true), value(9, true)], reasons: [REASON, points] }, view, [])
  expect(steps).toEqual([
    { name: 'kind', text: 'Step.' },
    { name: 'move', text: 'Better move: step to b1. Other: step to a1.' },
    { name: 'why', text: 'With the better move you win 60\u00a0% of the games, with the other one 40\u00a0%.' },
    { name: 'why', text: 'With the better move you end with 2 more points on average.' },
  ])
})

test('equally good moves are named by their kinds and their number', () => {
  const [kind] = hintSteps({ moves: [value(1), value(9), value(0, true)], reasons: [] }, view, [])
  expect(kind!.text).toBe('Step or rest. Another move is just as good.')
})

test('a game without kinds of its own gets the share of worse moves, and a reason in any case', () => {
  const steps = hintSteps({ moves: [value(8), value(0, true)], reasons: [] }, { ...view, moves: [fly, step(0, 'a1')] }, [])
  expect(steps.map(({ text }) => text)).toEqual([
    'Clearly worse than the best: 1 of your 2 moves.',
    'Better move: fly to a8. Other: step to a1.',
    'The difference is small: the better move gains only a little.',
  ])
})

test('good moves whose kinds cannot be named in one sentence are counted', () => {
  const [kind] = hintSteps({ moves: [value(8), value(1), value(0, true)], reasons: [] }, { ...view, moves: [fly, step(1, 'b1'), step(0, 'a1')] }, [])
  expect(kind!.text).toBe('2 of your 3 moves are equally good.')
})

test('moves with long names are shown in two steps, and equal labels are replaced by descriptions', () => {
  const judgement = { moves: [value(1), value(0, true)], reasons: [REASON] }
  const long = hintSteps(judgement, view, [], (move) => `a very long label of the move number ${move}`)
  expect(long.map(({ name }) => name)).toEqual(['kind', 'move', 'why', 'why'])
  expect(long[2]!.text).toBe('Compared with: a very long label of the move number 0.')
  expect(hintSteps(judgement, view, [], () => 'the same')[1]!.text).toBe('Better move: step to b1. Other: step to a1.')
})

test('no clear difference and a single move are answers', () => {
  expect(hintSteps({ moves: [value(1), value(0)], reasons: [] }, view, [])).toEqual([{ name: 'equal', text: 'No clear difference: play what you like best.' }])
  expect(hintSteps({ moves: [value(1)], reasons: [] }, view, [])).toEqual([{ name: 'equal', text: 'This is the only move you can make.' }])
  expect(betterMove({ moves: [value(1), value(0)], reasons: [] })).toBe(null)
})

const HINT = { t: 'hint', id: 'h', seat: 0, version: 1, unit: 'win', moves: [value(1), value(0, true)], reasons: [REASON] } as const

test('the guide goes on step by step, suggests the move from the second step on, and closes after the last', async () => {
  let asked = 0
  const guide = new HintGuide(() => ({ position: 'first', view, names: [] }), async () => (asked++, HINT), () => undefined)
  const seen = []
  for (let taps = 0; taps < 5; taps++) {
    await guide.goOn()
    seen.push([guide.current?.name, guide.suggested])
  }
  expect(seen).toEqual([['kind', null], ['move', 1], ['why', 1], [undefined, null], ['kind', null]])
  expect(asked).toBe(1)
})

test('a hint disappears with its position, and an answer that comes too late is not shown', async () => {
  let position = 'first'
  let answer: (hint: typeof HINT) => void = () => undefined
  const guide = new HintGuide(() => ({ position, view, names: [] }), () => new Promise((settle) => (answer = settle)), () => undefined)
  const going = guide.goOn()
  expect(guide.isWaiting).toBe(true)
  position = 'second'
  expect(guide.isWaiting).toBe(false)
  answer(HINT)
  await going
  expect(guide.current).toBe(null)
})

test('a rejection is shown, and the player can ask again', async () => {
  const told: string[] = []
  const guide = new HintGuide(() => ({ position: 'first', view, names: [] }), async () => ({ t: 'rejection', id: 'h', key: 'table.busy', params: {} }), (key) => told.push(key))
  await guide.goOn()
  await guide.goOn()
  expect([told, guide.isWaiting, guide.current]).toEqual([['table.busy', 'table.busy'], false, null])
})

test('the only move needs no server', async () => {
  const guide = new HintGuide(() => ({ position: 'first', view: { ...view, moves: [rest] }, names: [] }), () => Promise.reject(new Error('asked')), () => undefined)
  await guide.goOn()
  expect(guide.current?.name).toBe('equal')
})
