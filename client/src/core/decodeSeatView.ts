/** Decode the view of a seat from the form in which the server sends it to the form that the components of games read. */
import type { Move, View } from '../games/contract'
import { applyDelta } from './applyDelta'
import type { SeatView } from './protocol'

/** A view as the server sends it. Each move is a number with its preview, or with a delta to the preview of the previous move. */
interface SentView extends Omit<View, 'moves' | 'optional'> {
  readonly moves: readonly (number | readonly [number, unknown])[]
  readonly optional: readonly number[]
  /** The text and the description of moves, by number. Each is sent only once. */
  readonly described: Readonly<Record<string, Omit<Move, 'move'>>>
}

export interface DecodedSeatView {
  readonly seat: number
  readonly version: number
  readonly can_take_back: boolean
  readonly seconds: number | null
  readonly view: View
  readonly sent: SentView
}

/** Return a seat's view after a message, given the view before it. */
export function decodeSeatView(before: DecodedSeatView | undefined, { seat, version, can_take_back = false, seconds = null, view, delta }: SeatView): DecodedSeatView {
  const sent = (view ?? applyDelta(before?.sent, delta)) as SentView
  return { seat, version, can_take_back, seconds, sent, view: describeMoves(sent) }
}

function describeMoves({ described, ...sent }: SentView): View {
  let preview: unknown
  const moves = sent.moves.map((each): Move => {
    const [move, change] = typeof each === 'number' ? [each, {}] : each
    preview = applyDelta(preview, change)
    return { ...described[move]!, move, preview: preview as Move['preview'] }
  })
  return { ...sent, moves, optional: sent.optional.map((move): Move => ({ ...described[move]!, move })) }
}
