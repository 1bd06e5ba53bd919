/** The games that the server offers, with their options and bots. */
import { api } from './api'
import { findMessage, labelOf, loadTitles, translate } from './i18n.svelte'
import type { GameInfo } from './protocol'
import { settings } from './settings.svelte'

let request: Promise<GameInfo[]> | null = null

/** Return all games after loading their titles. The server is asked only once. */
export function loadGames(): Promise<GameInfo[]> {
  request ??= fetchGames()
  request.catch(() => (request = null)) // The server is asked again next time.
  return request
}

async function fetchGames(): Promise<GameInfo[]> {
  const games = await api.games()
  await loadTitles(games.map((game) => game.name))
  return games
}

/** Return whether a seat may hold secrets in a phase, so that a shared device hides the game while it is handed over. */
export function isSecretPhase(game: GameInfo | undefined, phase: unknown): boolean {
  const phases = (game as { secret_phases?: readonly string[] } | undefined)?.secret_phases ?? ['*']
  return phases.some((each) => each === '*' || each === phase)
}

export const gameTitle = (game: string): string => labelOf(`${game}.title`, game)

/** Return the title for the bar above the board. A game with a long title may have a shorter one. */
export const shortGameTitle = (game: string): string => findMessage(`${game}.short-title`) ?? gameTitle(game)

/** Return the name of a bot's level. Bots of deals of the day have a budget, as in `search@60`, which players need not see. */
export const botLevelName = (bot: string): string => labelOf(`table.bot.${bot.split('@')[0]}`, bot)

/** Return the bot of the level that this player chose last or, at first, of the medium level. */
export const preferredBot = (bots: readonly string[]): string => (bots.includes(settings.botLevel) ? settings.botLevel : bots[Math.floor(bots.length / 2)]!)

/** Return the number of players to begin with: three if possible, otherwise as many as possible. */
export const defaultPlayerCount = (players: readonly number[]): number => (players.includes(3) ? 3 : players.at(-1)!)

export function playerCountLabel(players: readonly number[]): string {
  const [least, most] = [players[0], players.at(-1)]
  return least === most ? translate('screens.home.players-exactly', { least }) : translate('screens.home.players', { least, most })
}
