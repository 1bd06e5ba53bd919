/** Find the structure of any game's board: what belongs to a seat, what has changed, and which moves belong together. */
import type { Params } from '../../core/i18n.svelte'
import type { Move, View } from '../contract'

/** The names of lists that have one entry per seat. Any other list is a list of things. */
const LISTS_BY_SEAT = new Set(['seats', 'players', 'sheets', 'boards', 'hands', 'sizes', 'scores', 'bids', 'choices', 'tricks'])
/** The names of numbers that are seats. */
const SEAT_NUMBERS = new Set(['active', 'seat', 'player', 'starter', 'dealer', 'leader', 'first', 'next', 'owner', 'winner', 'drawing', 'to', 'from', 'passes_to'])
/** A larger number of moves is split into groups. */
const MAX_GROUP = 12

type Entry = readonly [name: string, value: unknown]

export const isSeat = (name: string, value: unknown, players: number): value is number =>
  SEAT_NUMBERS.has(name) && Number.isInteger(value) && (value as number) >= 0 && (value as number) < players

const isBySeat = ([name, value]: Entry, players: number): boolean => LISTS_BY_SEAT.has(name) && Array.isArray(value) && value.length === players

export const isRecord = (value: unknown): value is Params => typeof value === 'object' && value !== null && !Array.isArray(value)

/** Return whether a list is a grid: at least two rows of equal length. A row is a text or a list of single values. */
export function isGrid(value: readonly unknown[]): value is readonly (string | readonly unknown[])[] {
  const rows = value as readonly (string | readonly unknown[])[]
  if (rows.length < 2 || !rows.every((row) => Array.isArray(row) || (typeof row === 'string' && row.length > 1))) return false
  return rows[0]!.length > 1 && rows.every((row) => row.length === rows[0]!.length && [...row].every((cell) => typeof cell !== 'object' || cell === null))
}

/** Return all values of the board that belong to no seat, except the phase. */
export function sharedEntries({ board, players }: View): Entry[] {
  return Object.entries(board).filter((entry) => entry[0] !== 'phase' && !isBySeat(entry, players) && entry[1] !== false && !isLimit(entry[0], board))
}

/** Return whether a number is the limit of another number, as `rounds` is the limit of `round`. The board shows both as one value. */
const isLimit = (name: string, board: Params): boolean => name.endsWith('s') && findLimit(name.slice(0, -1), board) !== undefined

/** Return the limit of a number, such as `rounds` for `round`, or undefined if it has no limit. */
export function findLimit(name: string, board: Params): number | undefined {
  const limit = board[`${name}s`]
  return typeof limit === 'number' && typeof board[name] === 'number' ? limit : undefined
}

/** Return the values of a seat, except null and false. A record is split into its parts: `seats[1].coins` becomes `coins`. */
export function seatEntries({ board, players }: View, seat: number): (readonly [name: string, value: unknown, path: string])[] {
  return Object.entries(board)
    .filter((entry) => isBySeat(entry, players))
    .flatMap(([name, list]) => {
      const value = (list as readonly unknown[])[seat]
      const path = `${name}.${seat}`
      return isRecord(value) ? Object.entries(value).map(([key, item]) => [key, item, `${path}.${key}`] as const) : [[name, value, path] as const]
    })
    .filter(([, value]) => value !== null && value !== false)
}

/**
 * Return the paths (`seats.1.coins`) of all values that have changed.
 * In a list with one entry per seat and in a grid, positions matter. In any other list, a value that only moves has not changed.
 */
export function findChangedPaths(before: unknown, now: unknown, path = ''): string[] {
  if (JSON.stringify(before) === JSON.stringify(now)) return []
  if (typeof now !== 'object' || now === null) return [path]
  const isList = Array.isArray(before) && Array.isArray(now) && !LISTS_BY_SEAT.has(path) && !isGrid(now)
  const known = isList ? before.map((item) => JSON.stringify(item)) : []
  const below = Object.entries(now).flatMap(([name, item]) => {
    const at = known.indexOf(JSON.stringify(item))
    if (at >= 0) known.splice(at, 1)
    return at >= 0 ? [] : findChangedPaths(isList ? undefined : (before as Params | null | undefined)?.[name], item, path ? `${path}.${name}` : name)
  })
  return [path, ...below]
}

interface MoveGroup {
  /** The part of the description that all moves of the group share. */
  readonly name: string
  readonly value: unknown
  readonly moves: readonly Move[]
}

/** Group moves by their kind. Split a large group by the first part of the descriptions that gives useful smaller groups. */
export function groupMoves(moves: readonly Move[]): MoveGroup[] {
  return groupBy(moves, 'kind').flatMap((group) => {
    if (group.moves.length <= MAX_GROUP) return [group]
    const names = Object.keys(group.moves[0]!.description).filter((name) => name !== 'kind')
    const split = names.map((name) => groupBy(group.moves, name)).find((groups) => groups.length > 1 && groups.length <= group.moves.length / 2)
    return split ?? [group]
  })
}

function groupBy(moves: readonly Move[], name: string): MoveGroup[] {
  const groups = new Map<string, { name: string; value: unknown; moves: Move[] }>()
  for (const move of moves) {
    const value = move.description[name]
    const key = JSON.stringify(value) ?? ''
    if (!groups.has(key)) groups.set(key, { name, value, moves: [] })
    groups.get(key)!.moves.push(move)
  }
  return [...groups.values()]
}
