/** The type of a view of Qwixx, as far as the client uses it. */
import type { Colour, PrintedRow, Sheet } from './sheet/sheet'
import type { Move, View } from '../contract'

export interface Board {
  readonly layout: readonly PrintedRow[]
  readonly phase: 'rolling' | 'white' | 'colour' | 'end'
  readonly active: number
  /** The faces of the dice. A die that has been removed has the face 0. */
  readonly dice: Readonly<Record<Colour, number>> & { readonly white: readonly [number, number] }
  readonly sums: Readonly<Record<Colour, readonly [number, number] | null>> & { readonly white: number }
  readonly closed: readonly number[]
  readonly sheets: readonly Sheet[]
  /** This seat's decision about the white sum, and the other moves that the seat may choose instead until the decision is revealed. */
  readonly choice: number | null
  readonly instead: readonly number[]
}

type Description = { readonly kind: 'cross'; readonly row: number; readonly position: number } | { readonly kind: 'pass' }

/** The numbers of two dice. 0 and 1 are the white dice, followed by red, yellow, green and blue. */
export type DicePair = readonly [number, number]

export type QwixxMove = Move<Description, { marks: number[]; points: number; dice: readonly DicePair[] }>
export type QwixxView = View<Board, QwixxMove>

/** Return the seat whose sheet the board shows: the player's own seat or, for spectators, the chosen or the active seat. */
export const visibleSeat = (view: QwixxView): number => (view.seat >= 0 ? view.seat : (view.watched ?? view.board.active))

/** Return whether this seat has decided about the white sum and waits for the others. */
export const hasPendingChoice = (view: QwixxView): boolean => view.board.phase === 'white' && view.board.choice !== null

/** Return the legal cells that can be crossed with the sum of a pair of dice. */
export const cellsOfPair = (view: QwixxView, [a, b]: DicePair): number[] =>
  view.moves.filter(({ preview }) => preview.dice.some(([x, y]) => x === a && y === b)).map(({ move }) => move)
