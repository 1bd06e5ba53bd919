/** Compute statistics about a player's finished games, which the server lists. */
import type { PastGame } from './protocol'

export interface ScoreSummary {
  readonly best: number
  readonly average: number
  readonly wins: number
  readonly games: number
  /** The points of each game, from the oldest to the newest. */
  readonly scores: readonly number[]
}

/** Somebody with whom the player has played: a person with a name, or a bot with a level. */
export interface Companion {
  readonly name: string
  readonly bot: string | null
  readonly games: number
  readonly mine: number
  readonly theirs: number
  /** The number of cooperative games that both have played. `mine` includes the wins in these games. */
  readonly together: number
}

const EVENING_GAP = 4 * 3600 // the seconds without a finished game after which a new evening begins

export const ownSeat = (game: PastGame): number => game.seats[0]!
export const ownScore = (game: PastGame): number => game.scores[ownSeat(game)]!
export const hasWon = (game: PastGame): boolean => game.won ?? game.seats.some((seat) => game.winners.includes(seat))

/** Return the best score, the average and the wins of the games that were played to their end, or null without such games. */
export function summarizeScores(games: readonly PastGame[]): ScoreSummary | null {
  const complete = games.filter((game) => game.ending === 'over')
  if (!complete.length) return null
  const scores = complete.map(ownScore).reverse()
  const total = scores.reduce((sum, score) => sum + score, 0)
  return { best: Math.max(...scores), average: total / scores.length, wins: complete.filter(hasWon).length, games: complete.length, scores }
}

/** Return the games grouped by kind. The kind that was played last comes first. */
export function gamesByKind(games: readonly PastGame[]): Map<string, PastGame[]> {
  const kinds = new Map<string, PastGame[]>()
  for (const game of games) kinds.set(game.game, [...(kinds.get(game.game) ?? []), game])
  return kinds
}

/** Return the people and bots with whom the player has played, most games first. Games that the host ended early do not count. */
export function listCompanions(games: readonly PastGame[]): Companion[] {
  const found = new Map<string, Companion>()
  for (const game of games) {
    if (game.ending === 'early') continue
    game.names.forEach((name, seat) => {
      if (seat === ownSeat(game)) return
      const bot = name ? null : (game.bots[seat] ?? '')
      const key = `${name}\n${bot}`
      const before = found.get(key) ?? { name, bot, games: 0, mine: 0, theirs: 0, together: 0 }
      found.set(key, {
        ...before,
        games: before.games + 1,
        together: before.together + Number(game.won !== null),
        mine: before.mine + Number(game.won ?? game.winners.includes(ownSeat(game))),
        theirs: before.theirs + Number(game.won === null && game.winners.includes(seat)),
      })
    })
  }
  return [...found.values()].sort((a, b) => b.games - a.games)
}

/** Return the games since the last break of at least four hours. An evening may thus go on after midnight. */
export function lastEvening(games: readonly PastGame[]): PastGame[] {
  const end = games.findIndex((game, n) => n > 0 && games[n - 1]!.at - game.at > EVENING_GAP)
  return games.slice(0, end < 0 ? games.length : end)
}
