/** Describe the events of a finished game in words. */
import type { GameClient, View } from '../games/contract'
import { describeMove } from './i18n.svelte'
import { toMoveEvent, type EntryPresentation, type MoveEvent } from './moveEventQueue.svelte'
import type { ReplayEvent } from './protocol'

/** Return what the game's client says and shows about an event, as `presentHistoryEntry` does. `n` is the event's number, counted from 1. */
export const presentEvent = (client: GameClient | null, { seat, description }: ReplayEvent, n: number, view: View, names: readonly string[]): EntryPresentation | null =>
  client?.presentHistoryEntry?.({ n: n - 1, seat, description }, view, names) ?? null

/**
 * Return an event as it was shown during the game. A replay knows less about some events. If a sentence would therefore lack a part,
 * use the message of the move instead.
 */
export function replayedEvent(game: string, event: ReplayEvent, n: number, presentation: EntryPresentation | null, names: readonly string[]): MoveEvent {
  const complete = presentation?.text && !/\{\w+\}/.test(presentation.text)
  const text = complete ? presentation.text! : describeMove(game, event.description, names, event.text)
  return toMoveEvent({ n: n - 1, seat: event.seat, description: event.description, played_by: event.played_by }, game, names, { ...presentation, text })
}
