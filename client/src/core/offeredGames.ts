/** The games that the server offers, with their options and bots. */
import { api } from './api'
import { findMessage, labelOf, loadTitles, translate } from './i18n.svelte'
import type { GameInfo } from './protocol'
import { settings } from './settings.svelte'

let request: Promise<GameInfo[]> | null = null

/** Return all games that the server offers, and load their titles. All callers share one request. */
export function loadGames(): Promise<GameInfo[]> {
  request ??= fetchGames()
  request.catch(() => (request = null)) // The next call requests the games again.
  return request
}

async function fetchGames(): Promise<GameInfo[]> {
  const games = await api.games()
  await loadTitles(games.map((game) => game.name))
  return games
}

/** Return whether players may have secrets in this phase. A shared device then hides the game while it changes hands. */
export function isSecretPhase(game: GameInfo | undefined, phase: unknown): boolean {
  const phases = (game as { secret_phases?: readonly string[] } | undefined)?.secret_phases ?? ['*']
  return phases.some((each) => each === '*' || each === phase)
}

export const gameTitle = (game: string): string => labelOf(`${game}.title`, game)

/** Return a game's title, or its short title if it has one, for the bar above the board. */
export const shortGameTitle = (game: string): string => findMessage(`${game}.short-title`) ?? gameTitle(game)

/** Return the name of a bot's level, without the budget that bots of daily deals have (`search@60`). */
export const botLevelName = (bot: string): string => labelOf(`table.bot.${bot.split('@')[0]}`, bot)

/** Return the bot that this player chose last or, at first, the bot of the medium level. */
export const preferredBot = (bots: readonly string[]): string => (bots.includes(settings.botLevel) ? settings.botLevel : bots[Math.floor(bots.length / 2)]!)

/** Return the number of players that a new table has by default: three or, if the game does not allow three, as many as possible. */
export const defaultPlayerCount = (players: readonly number[]): number => (players.includes(3) ? 3 : players.at(-1)!)

export function playerCountLabel(players: readonly number[]): string {
  const [least, most] = [players[0], players.at(-1)]
  return least === most ? translate('screens.home.players-exactly', { least }) : translate('screens.home.players', { least, most })
}
