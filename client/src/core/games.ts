/** The games that the server has, with their options and bots. Asked once. */
import { api } from './api'
import { find, nameOf, translate } from './words.svelte'
import type { GameInfo, SeatInfo } from './protocol'

let asked: Promise<GameInfo[]> | null = null

export function games(): Promise<GameInfo[]> {
  asked ??= api.games().catch((error: unknown) => {
    asked = null // ask again next time
    throw error
  })
  return asked
}

export function title(game: string): string {
  return find(`${game}.title`) ?? game
}

/** How strong a bot is: its level. */
export function levelName(bot: string): string {
  return find(`table.bot.${bot}`) ?? bot
}

/** Who sits where: bots by their letters, free chairs by their numbers. */
export function names(seats: readonly SeatInfo[]): string[] {
  const given = seats.map((seat) => seat.name)
  return seats.map(({ seat, kind }) => nameOf(seat, kind === 'empty' ? [] : given))
}

/** The bot that takes a free chair where nobody chose one: of middling strength. */
export function usual(bots: readonly string[]): string {
  return bots[Math.floor(bots.length / 2)]!
}

/** How many sit down where nobody said so. */
export function party(players: readonly number[]): number {
  return players.includes(3) ? 3 : players.at(-1)!
}

export function playersText(players: readonly number[]): string {
  const [least, most] = [players[0], players.at(-1)]
  return least === most ? translate('home.players-exactly', { least }) : translate('home.players', { least, most })
}
