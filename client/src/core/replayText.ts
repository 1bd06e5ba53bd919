/** Say what happened in a finished game, in the words of the game. */
import type { GameClient, View } from '../games/contract'
import { describeMove } from './i18n.svelte'
import { toMoveEvent, type EntryPresentation, type MoveEvent } from './moveEventQueue.svelte'
import type { ReplayEvent } from './protocol'

/** Return what the screen says and shows about an event, as the game defines it. `n` is the event's number, counted from 1. */
export const presentEvent = (client: GameClient | null, { seat, description }: ReplayEvent, n: number, view: View, names: readonly string[]): EntryPresentation | null =>
  client?.presentHistoryEntry?.({ n: n - 1, seat, description }, view, names) ?? null

/**
 * Return an event as it was shown in the game, also who made the move if it was the clock or a bot. Some entries say less in a replay
 * than in the game. If a sentence would therefore lack a part, the message of the move is used instead.
 */
export function replayedEvent(game: string, event: ReplayEvent, n: number, presentation: EntryPresentation | null, names: readonly string[]): MoveEvent {
  const complete = presentation?.text && !/\{\w+\}/.test(presentation.text)
  const text = complete ? presentation.text! : describeMove(game, event.description, names, event.text)
  return toMoveEvent({ n: n - 1, seat: event.seat, description: event.description, played_by: event.played_by }, game, names, { ...presentation, text })
}
