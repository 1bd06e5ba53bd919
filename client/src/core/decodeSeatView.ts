/** Decode what the server sends about a seat into the view that the games' components read. */
import type { Move, View } from '../games/contract'
import { applyDelta } from './applyDelta'
import type { SeatView } from './protocol'

/** A view as the server sends it. Each move is a number with its preview, or with a delta to the preview of the previous move. */
interface SentView extends Omit<View, 'moves' | 'optional'> {
  readonly moves: readonly (number | readonly [number, unknown])[]
  readonly optional: readonly number[]
  /** The text and the description of each move that is legal for the first time, by the move's number. They are not sent again. */
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

/** Return the view of a seat after a message from the server, given the view before that message. */
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
