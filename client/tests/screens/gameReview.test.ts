import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { Review } from '../../src/core/protocol'

vi.stubGlobal('navigator', { languages: ['en'] }) // the settings read it
vi.stubGlobal('window', globalThis)
const { GameReview } = await import('../../src/screens/review/gameReview.svelte')

const REVIEW = { seats: [], decisions: [{ n: 3 }], moments: [3] } as unknown as Review
let requests: string[] = []

/** Let the server give these answers, one after the other. An error stands for a server that cannot be reached. */
function answerWith(...answers: (object | Error)[]): void {
  requests = []
  vi.stubGlobal('fetch', async (path: string, { method = 'GET' }: RequestInit) => {
    requests.push(`${method} ${path}`)
    const answer = answers.shift()
    if (answer === undefined || answer instanceof Error) throw answer ?? new Error('too many requests')
    return new Response(JSON.stringify(answer), { status: 'key' in answer ? 403 : 200 })
  })
}

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

it('asks until the review is finished, and keeps it for other screens', async () => {
  answerWith({ progress: 0 }, { progress: 0.5 }, REVIEW)
  const asked = new GameReview('BCDFG', 1)
  await asked.ask()
  expect(asked.progress).toBe(0)
  await vi.runAllTimersAsync()
  expect(asked.review).toEqual(REVIEW)
  expect(asked.decisions.get(3)).toEqual({ n: 3 })
  expect(requests).toEqual(Array(3).fill('POST /api/tables/BCDFG/games/1/review'))
  expect(new GameReview('BCDFG', 1).review).toEqual(REVIEW)
  expect(new GameReview('BCDFG', 2).review).toBeNull()
})

it('only looks for a review that nobody has asked for', async () => {
  answerWith({ progress: null })
  const asked = new GameReview('BCDFG', 3)
  await asked.find()
  await vi.runAllTimersAsync()
  expect([asked.review, asked.progress, requests]).toEqual([null, null, ['GET /api/tables/BCDFG/games/3/review']])
})

it('waits for a server that is started again', async () => {
  answerWith({ progress: 0.4 }, new Error('offline'), { progress: 0 }, REVIEW)
  const asked = new GameReview('BCDFG', 4)
  await asked.ask()
  await vi.runAllTimersAsync()
  expect([asked.review, asked.problem]).toEqual([REVIEW, null])
})

it('stops when the server refuses, and says why', async () => {
  answerWith({ key: 'table.too-many-reviews', params: {} })
  const asked = new GameReview('BCDFG', 5)
  await asked.ask()
  await vi.runAllTimersAsync()
  expect(asked.problem).toMatchObject({ key: 'table.too-many-reviews' })
  expect(requests).toHaveLength(1)
})

it('asks no more once its screen is closed', async () => {
  answerWith({ progress: 0 })
  const asked = new GameReview('BCDFG', 6)
  await asked.ask()
  asked.stop()
  await vi.runAllTimersAsync()
  expect(requests).toHaveLength(1)
})
