/** The type of a view of Silver & Gold, as far as the client uses it. */
import type { Move, View } from '../contract'
import type { Cell } from './patternGeometry'

export type CardColour = 'purple' | 'orange' | 'green' | 'grey'

/** A treasure card as printed. `grid` has four rows: o plain, X cross, C coin, P palm, and a dot where there is no square. */
export interface Treasure {
  readonly id: number
  readonly colour: CardColour
  readonly points: number
  readonly grid: readonly string[]
  readonly seal: { readonly colour: CardColour; readonly points: number } | null
}

/** A card that a player is working on, and its marked squares. */
export interface CardInPlay extends Treasure {
  readonly marked: readonly number[]
}

export interface Seat {
  readonly cards: readonly (CardInPlay | null)[]
  readonly coins: number
  readonly trophies: readonly (number | null)[]
  readonly palms: readonly (number | null)[]
  readonly completed: readonly Treasure[]
}

/** What marks earn: points, coins, values of new palms, and the slots of cards that they complete. */
export interface Gain {
  readonly points: number
  readonly coins: number
  readonly palms: readonly number[]
  readonly completed: readonly number[]
}

export interface Board {
  readonly phase: 'dealing' | 'keeping' | 'opening' | 'turning' | 'marking' | 'taking' | 'drawing' | 'end'
  readonly round: number
  readonly rounds: number
  readonly turn: number
  readonly turns: number
  readonly starter: number
  readonly expedition: { readonly design: string; readonly pattern: readonly Cell[] } | null
  readonly display: readonly (Treasure | null)[]
  readonly palm: number
  readonly pile: number
  readonly trophies: readonly number[]
  readonly seats: readonly Seat[]
  readonly hand: readonly (Treasure | null)[] | null
  readonly choice: readonly number[] | null
  readonly draft: readonly (readonly number[])[] | null
  readonly owed: number
  readonly gain: Gain | null
}

export type Keep = Move<{ readonly kind: 'keep'; readonly places: readonly number[] }>
export type Take = Move<{ readonly kind: 'take'; readonly place: number | 'pile' }>
export type Mark = Move<{ readonly kind: 'mark'; readonly slot: number; readonly squares: readonly number[] }, Gain & { readonly owed: number }>
type AnyMove = Keep | Take | Mark

export type SilverGoldView = View<Board, AnyMove>

/** Return the seat whose cards the board shows: the player's own, or the one that a spectator has chosen. */
export const visibleSeat = (view: SilverGoldView): number => (view.seat >= 0 ? view.seat : (view.watched ?? 0))
export const keepMoves = (view: SilverGoldView): readonly Keep[] => view.moves.filter((move) => move.description.kind === 'keep') as Keep[]
export const takeMoves = (view: SilverGoldView): readonly Take[] => view.moves.filter((move) => move.description.kind === 'take') as Take[]
export const markMoves = (view: SilverGoldView): readonly Mark[] => view.moves.filter((move) => move.description.kind === 'mark') as Mark[]
