/** Say what happened in a finished game, in the words of the game. */
import type { GameClient, View } from '../games/contract'
import { describeMove } from './i18n.svelte'
import type { EntryPresentation } from './moveEventQueue.svelte'
import type { ReplayEvent } from './protocol'

/** Return what the screen says and shows about an event, as the game defines it. `n` is the event's number, counted from 1. */
export const presentEvent = (client: GameClient | null, { seat, description }: ReplayEvent, n: number, view: View, names: readonly string[]): EntryPresentation | null =>
  client?.presentHistoryEntry?.({ n: n - 1, seat, description }, view, names) ?? null

/** Return the sentence of an event, without the player's name. Some entries say less in a replay than in the game, so that a sentence may lack a part. */
export const textOfEvent = (game: string, event: ReplayEvent, presentation: EntryPresentation | null, names: readonly string[]): string =>
  presentation?.text && !/\{\w+\}/.test(presentation.text) ? presentation.text : describeMove(game, event.description, names, event.text)
