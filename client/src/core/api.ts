/** HTTP requests to the server. */
import { settings } from './settings.svelte'
import type { Params } from './i18n.svelte'
import type { DailyOverview, DailyRanking, GameInfo, Invitation, Join, Joined, Lesson, NewTable, Pairing, PastGame, PlayDeal, PushKey, PushSubscription, Problem, Replay, Review, ReviewProgress, TableInfo, TableSummary } from './protocol'

/** An error with a message for the player: the server rejected a request or could not be reached. */
export class Rejected extends Error {
  constructor(
    readonly key: string,
    readonly params: Params = {},
  ) {
    super(key)
  }
}

/** Return the message that tells the player about a thrown error. */
export const problemOf = (error: unknown): Problem => (error instanceof Rejected ? error : new Rejected('protocol.failed'))

/** For the code of each table, the key of the invitation link with which this browser opened the table. */
export const invitationKeys = new Map<string, string>()

/** Return the address of a table. It contains the key of the invitation link with which this browser opened the table, if any. */
export const tableAddress = (code: string): string => ['/t', code, ...(invitationKeys.has(code) ? [invitationKeys.get(code)] : [])].join('/')

async function request<T>(path: string, body?: unknown, code = '', keepalive = false): Promise<T> {
  let answer: Response
  try {
    const headers: Record<string, string> = { authorization: `Bearer ${settings.token}`, 'content-type': 'application/json' }
    const key = invitationKeys.get(code)
    if (key) headers['x-invitation-key'] = key
    answer = await fetch(`/api${path}`, body === undefined ? { headers } : { method: 'POST', headers, body: JSON.stringify(body), keepalive })
  } catch {
    throw new Rejected('client.offline')
  }
  if (answer.ok) return (answer.status === 204 ? undefined : await answer.json()) as T
  const problem = (await answer.json().catch(problemOf)) as Problem
  throw new Rejected(problem.key, problem.params)
}

const tablePath = (code: string) => `/tables/${encodeURIComponent(code)}`

export const api = {
  games: () => request<GameInfo[]>('/games'),
  options: (game: string, options: Params) => request<GameInfo['options']>(`/games/${encodeURIComponent(game)}/options`, { options }),
  lesson: (game: string, name: string, lang: string) => request<Lesson>(`/games/${encodeURIComponent(game)}/lessons/${encodeURIComponent(name)}/${lang}`),
  whyNotInLesson: (game: string, name: string, step: number, text: string) =>
    request<Problem>(`/games/${encodeURIComponent(game)}/lessons/${encodeURIComponent(name)}/steps/${step}/why?text=${encodeURIComponent(text)}`),
  openTables: () => request<TableSummary[]>('/tables'),
  myTables: () => request<TableSummary[]>('/mine'),
  pastGames: (limit = 1000) => request<PastGame[]>(`/history?limit=${limit}`),
  deletePastGames: () => request<void>('/history/delete', {}),
  daily: () => request<DailyOverview>('/daily'),
  dailyRanking: (game: string) => request<DailyRanking>(`/daily/${encodeURIComponent(game)}`),
  playDeal: (game: string, deal: PlayDeal) => request<Joined>(`/daily/${encodeURIComponent(game)}`, deal),
  setRankingName: (name: string) => request<void>('/daily-name', { name }),
  pushKey: () => request<PushKey>('/push'),
  subscribe: (subscription: PushSubscription) => request<void>('/push', subscription),
  unsubscribe: () => request<void>('/push/stop', {}),
  createTable: (table: NewTable) => request<Joined>('/tables', table),
  table: (code: string) => request<TableInfo>(tablePath(code)),
  join: (code: string, join: Join) => request<Joined>(`${tablePath(code)}/join`, join, code),
  /** The request is sent even if the page is closed at the same moment. */
  leave: (code: string) => request<void>(`${tablePath(code)}/leave`, {}, code, true),
  invitation: (code: string) => request<Invitation>(`${tablePath(code)}/invitation`, undefined, code),
  pairing: (code: string) => request<Pairing>(`${tablePath(code)}/pairing`, {}),
  pair: (code: string, secret: string) => request<Joined>(`${tablePath(code)}/pair`, { secret }),
  replayLog: (log: string, seat: number, since: number) => request<Replay>('/replay', { log, seat, since }),
  replay: (code: string, number: number, seat: number, since: number) =>
    request<Replay>(`${tablePath(code)}/games/${number}/replay?seat=${seat}&since=${since}`, undefined, code),
  whyNot: (code: string, number: number, step: number, seat: number, text: string) =>
    request<Problem>(`${tablePath(code)}/games/${number}/why?step=${step}&seat=${seat}&text=${encodeURIComponent(text)}`, undefined, code),
  whyNotInLog: (log: string, step: number, seat: number, text: string) => request<Problem>('/why', { log, step, seat, text }),
  /** Return the review of a finished game or its progress. This does not begin a review. */
  findReview: (code: string, number: number) => request<Review | ReviewProgress>(`${tablePath(code)}/games/${number}/review`, undefined, code),
  /** Return the review of a finished game or, until it is finished, its progress. */
  askForReview: (code: string, number: number) => request<Review | ReviewProgress>(`${tablePath(code)}/games/${number}/review`, {}, code),
  askForReviewOfLog: (log: string) => request<Review | ReviewProgress>('/review', { log }),
}

/** Return the address from which the log of a finished game can be downloaded. */
export const logUrl = (code: string, number: number) => `/api${tablePath(code)}/games/${number}/log`
