/** What the player at a seat is doing. */
import type { TableInfo } from '../../core/protocol'
import type { View } from '../../games/contract'

export type SeatStatus = 'wait' | 'check' | 'away' | 'bot' | 'flag'

/** Return whether a player thinks (`wait`), has decided (`check`), is away, has a bot standing in, or has resigned (`flag`). */
export function seatStatus(info: TableInfo, view: View, seat: number): SeatStatus {
  const { resigned, stand_in, person: id } = info.seats[seat]!
  if (resigned) return 'flag'
  if (stand_in) return 'bot'
  const person = id && info.people.find((each) => each.id === id)
  if (person && person.presence === 'away') return 'away'
  return view.deciders.includes(seat) && !view.over ? 'wait' : 'check'
}

/** Whether a person is away during a game and no bot plays for the seat. */
export const isAbsent = (info: TableInfo, view: View, seat: number): boolean =>
  info.phase === 'playing' && info.seats[seat]?.person != null && seatStatus(info, view, seat) === 'away'
