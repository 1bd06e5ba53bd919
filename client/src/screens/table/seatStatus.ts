/** Say what the player at a seat is doing, and why a game is paused. */
import { seatName, translate } from '../../core/i18n.svelte'
import type { TableInfo } from '../../core/protocol'
import type { GameClient, View } from '../../games/contract'

export type SeatStatus = 'wait' | 'check' | 'away' | 'bot' | 'flag'

/** Return the status of a player: thinking (`wait`), decided (`check`), away, replaced by a bot, or resigned (`flag`). */
export function seatStatus(info: TableInfo, view: View, seat: number): SeatStatus {
  const { resigned, stand_in, person: id } = info.seats[seat]!
  if (resigned) return 'flag'
  if (stand_in) return 'bot'
  const person = id && info.people.find((each) => each.id === id)
  if (person && person.presence === 'away') return 'away'
  return isDeciding(info, view, seat) ? 'wait' : 'check'
}

/** Return whether the game waits for a seat. A game that is over or was ended early waits for nobody. */
export const isDeciding = (info: TableInfo, view: View, seat: number): boolean => view.deciders.includes(seat) && !view.over && info.phase === 'playing'

/** Return the text beside a seat's name: the points, or what the game's client shows instead. */
export function seatValue(client: GameClient, view: View, seat: number, names: readonly string[]): string {
  const message = client.seatValue?.(view, seat)
  return message ? translate(message.key, message.params, names) : String(view.scores[seat]).replace('-', '−')
}

/** Return a sentence that says who or what has paused the game. */
export function pauseReason(info: TableInfo, names: readonly string[]): string {
  if (info.time_up !== null) return translate('client.paused-time-up', { name: seatName(info.time_up, names) })
  const by = info.people.find(({ id }) => id === info.paused_by)
  return by ? translate('client.paused-by', { name: by.name }) : translate('client.paused')
}

/** Return whether the person at a seat is away during a game, and no bot plays for the seat. */
export const isAbsent = (info: TableInfo, view: View, seat: number): boolean =>
  info.phase === 'playing' && info.seats[seat]?.person != null && seatStatus(info, view, seat) === 'away'
