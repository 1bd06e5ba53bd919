/** Remember which history entry the player saw last at each table, to show what happened while the player was away. */
const STORAGE_KEY = 'trapezi.seen'
const TABLES = 20
export const AWAY = 10_000 // the milliseconds of absence after which a returning player gets a summary

interface Seen {
  readonly code: string
  /** The number of the game at the table, and the number of the last history entry that the player saw. */
  readonly game: number
  readonly entry: number
  readonly at: number
}

function load(): Seen[] {
  try {
    return JSON.parse(localStorage.getItem(STORAGE_KEY) ?? '[]') as Seen[]
  } catch {
    return []
  }
}

/** Return what the player saw last at a table, or undefined. */
export const lastSeen = (code: string): Seen | undefined => load().find((seen) => seen.code === code)

export function rememberSeen(code: string, game: number, entry: number): void {
  try {
    const others = load().filter((seen) => seen.code !== code)
    localStorage.setItem(STORAGE_KEY, JSON.stringify([{ code, game, entry, at: Date.now() }, ...others].slice(0, TABLES)))
  } catch {
    // Without storage, a returning player gets no summary.
  }
}
