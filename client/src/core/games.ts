/** The games that the server offers, with their options and bots. */
import { api } from './api'
import { labelOf, loadTitles, seatName, translate } from './i18n.svelte'
import type { GameInfo, SeatInfo } from './protocol'

let request: Promise<GameInfo[]> | null = null

/** Return all games, once their titles can be shown. The server is asked once. */
export function loadGames(): Promise<GameInfo[]> {
  request ??= fetchGames().catch((error: unknown) => {
    request = null // ask again next time
    throw error
  })
  return request
}

async function fetchGames(): Promise<GameInfo[]> {
  const games = await api.games()
  await loadTitles(games.map((game) => game.name))
  return games
}

/** Whether a seat may hold secrets in a phase, so that a shared device must be handed over covered. */
export function isSecretPhase(game: GameInfo | undefined, phase: unknown): boolean {
  const phases = (game as { secret_phases?: readonly string[] } | undefined)?.secret_phases ?? ['*']
  return phases.some((each) => each === '*' || each === phase)
}

export const gameTitle = (game: string): string => labelOf(`${game}.title`, game)

/** The name of a bot's level. */
export const botLevelName = (bot: string): string => labelOf(`table.bot.${bot}`, bot)

/** Names by seat: bots go by letters, free seats by numbers. */
export function seatNames(seats: readonly SeatInfo[]): string[] {
  const given = seats.map((seat) => seat.name)
  return seats.map(({ seat, kind }) => seatName(seat, kind === 'empty' ? [] : given))
}

/** The bot for a free seat if nobody chooses one: of medium strength. */
export const defaultBot = (bots: readonly string[]): string => bots[Math.floor(bots.length / 2)]!

/** The number of players if nobody chooses one. */
export const defaultPlayerCount = (players: readonly number[]): number => (players.includes(3) ? 3 : players.at(-1)!)

export function playerCountText(players: readonly number[]): string {
  const [least, most] = [players[0], players.at(-1)]
  return least === most ? translate('home.players-exactly', { least }) : translate('home.players', { least, most })
}
