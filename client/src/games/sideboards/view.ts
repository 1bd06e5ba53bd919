/** The type of a view of Sideboards, as far as the client uses it, and the cards that its numbers stand for. */
import type { ScoreLine, Move, View } from '../contract'

export type Colour = 'red' | 'turquoise' | 'pink' | 'orange' | 'black'
export type Handle = 'flower' | 'square' | 'bar'
export type Drawer = readonly [Colour, Handle | null]
export type Cell = readonly [column: number, row: number]
export type Kind = 'colour' | 'handle' | 'row'
export type End = 'left' | 'right'
export const KINDS: readonly Kind[] = ['colour', 'handle', 'row']

export interface Card {
  readonly number: number
  readonly drawers: readonly Drawer[]
}

/** The sets and runs that count for each goal. Each drawer is the number 5 * column + row. */
export type Matched = Readonly<Record<Kind, readonly (readonly number[])[]>>

/** A goal. Colour and handle goals have a pattern. Row goals count runs, in two given rows or in all rows. */
export interface Goal {
  readonly number: number
  readonly of: 'colour' | 'handle' | Colour | Handle
  readonly points: number
  readonly pattern?: readonly Cell[]
  /** How the deck turns patterns upside down: rotated by 180° or, by default, mirrored top to bottom. */
  readonly upside_down?: 'rotated'
  readonly runs?: number
  readonly rows?: readonly number[] | null
}

export interface Seat {
  readonly board: readonly { readonly number: number; readonly turned: boolean }[]
  readonly matched: Matched
  readonly cards: number
  readonly exchanging: boolean
}

export type Description =
  | { readonly kind: 'start'; readonly slots: readonly [number, number]; readonly turned: readonly [boolean, boolean] }
  | { readonly kind: 'lay'; readonly slot: number; readonly end: End; readonly turned: boolean }
  | { readonly kind: 'exchange' }

export interface Preview {
  readonly points: number
  /** The drawers that would score for each goal after the move. A move that exchanges cards has no such entry. */
  readonly matched?: Matched
  readonly adds?: Readonly<Record<Kind | 'bonus', number>>
}

export type SideboardsMove = Move<Description, Preview>

export interface Board {
  readonly phase: 'goals' | 'drawing' | 'start' | 'laying' | 'end'
  readonly turn: number
  readonly turns: number
  readonly four_cards: boolean
  readonly goals: Readonly<Record<Kind, Goal | null>>
  readonly pile: number
  readonly discards: number
  /** For each card, from card 1 on: its drawers from top to bottom, each in the words of a deck file, such as `red flower`. */
  readonly cards: readonly (readonly string[])[]
  readonly hand: readonly number[]
  readonly chosen: SideboardsMove | null
  readonly passes_to: number | null
  /** The cards that this player has held before and that are now in another hand, by seat. */
  readonly known: { readonly hands: readonly (readonly number[])[] }
  readonly ranks: readonly number[] | null
  readonly seats: readonly Seat[]
}

export type SideboardsView = View<Board, SideboardsMove>

/** Return the seat whose sideboard the board shows: the player's own, or the one that a spectator has chosen. */
export const visibleSeat = (view: SideboardsView): number => (view.seat >= 0 ? view.seat : (view.watched ?? 0))

/** Return a card by its number. Its drawers are in reverse order if it is turned. */
export function cardOf(board: Board, number: number, turned = false): Card {
  const drawers = board.cards[number - 1]!.map((printed) => {
    const [colour, handle = null] = printed.split(' ')
    return [colour, handle] as Drawer
  })
  return { number, drawers: turned ? drawers.reverse() : drawers }
}

/** Return the cards of a seat's sideboard as they lie. */
export const laidCards = (board: Board, seat: number): readonly Card[] => board.seats[seat]?.board.map(({ number, turned }) => cardOf(board, number, turned)) ?? []

/** Return the column and the row of a drawer, given its number. */
export const cellOf = (drawer: number): Cell => [Math.floor(drawer / 5), drawer % 5]

/** Return the score line of a goal, or undefined before the first cards are laid. */
export const findScoreLine = (lines: readonly ScoreLine[] | undefined, what: string): ScoreLine | undefined => lines?.find((line) => line.key === `sideboards.score.${what}`)
