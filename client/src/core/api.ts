/** What is asked over HTTP. */
import { settings } from './settings.svelte'
import type { GameInfo, Invitation, Join, Joined, NewTable, Pairing, Problem, Replay, TableInfo, TableSummary } from './protocol'

/** The server said no, by message key. */
export class Refused extends Error {
  constructor(
    readonly key: string,
    readonly params: Readonly<Record<string, unknown>>,
  ) {
    super(key)
  }
}

async function ask<T>(path: string, body?: unknown): Promise<T> {
  let answer: Response
  try {
    answer = await fetch(`/api${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { authorization: `Bearer ${settings.token}`, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
  } catch {
    throw new Refused('client.offline', {})
  }
  if (answer.ok) return (await answer.json()) as T
  const problem = (await answer.json().catch(() => ({ key: 'protocol.failed', params: {} }))) as Problem
  throw new Refused(problem.key, problem.params)
}

const at = (code: string) => `/tables/${encodeURIComponent(code)}`

export const api = {
  games: () => ask<GameInfo[]>('/games'),
  open: () => ask<TableSummary[]>('/tables'),
  mine: () => ask<TableSummary[]>('/mine'),
  create: (table: NewTable) => ask<Joined>('/tables', table),
  table: (code: string) => ask<TableInfo>(at(code)),
  join: (code: string, join: Join) => ask<Joined>(`${at(code)}/join`, join),
  invitation: (code: string) => ask<Invitation>(`${at(code)}/invitation`),
  pairing: (code: string) => ask<Pairing>(`${at(code)}/pairing`, {}),
  pair: (code: string, secret: string) => ask<Joined>(`${at(code)}/pair`, { secret }),
  saved: (log: string, seat: number, since: number) => ask<Replay>('/replay', { log, seat, since }),
  replay: (code: string, number: number, seat: number, since: number) => ask<Replay>(`${at(code)}/games/${number}/replay?seat=${seat}&since=${since}`),
}

/** Where the log of a finished game can be downloaded. */
export const logAddress = (code: string, number: number) => `/api${at(code)}/games/${number}/log`
