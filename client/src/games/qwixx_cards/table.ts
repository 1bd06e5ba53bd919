/** The card game as its law shows it, and the places on its sheet. */
import type { Move, View as AnyView } from '../contract'

export const COLOURS = ['red', 'yellow', 'green', 'blue'] as const
export type Colour = (typeof COLOURS)[number]

/** A card; without a colour, its back. */
export interface Face {
  readonly number: number
  readonly colour: Colour | 'joker' | null
}

export interface Row {
  readonly crossed: readonly number[]
  readonly open: readonly number[]
  readonly lock: boolean
  readonly missing: number
}

export interface Sheet {
  readonly rows: readonly Row[]
  readonly misses: number
}

export interface LastPlay {
  readonly seat: number
  readonly colour: Colour | null
  readonly cards: readonly Face[]
  readonly crossed: readonly number[]
}

export interface Table {
  readonly jokers: boolean
  readonly phase: 'lots' | 'deal' | 'refill' | 'take' | 'everyone' | 'play' | 'end'
  readonly active: number | null
  readonly display: readonly (number | null)[]
  readonly top: number | null
  readonly pile: number
  readonly discards: number
  readonly hands: readonly (readonly Face[])[]
  readonly take: number
  readonly sheets: readonly Sheet[]
  /** What is sent in step 2, and what could be chosen instead as long as nobody has seen it. */
  readonly choice: number | null
  readonly instead: readonly number[]
  readonly choices: readonly number[] | null
  readonly last: LastPlay | null
}

export type Parts =
  | { readonly kind: 'take'; readonly places: readonly number[] }
  | { readonly kind: 'cross'; readonly row: number; readonly position: number }
  | { readonly kind: 'pass' }
  | { readonly kind: 'drop' | 'play'; readonly slots: readonly number[]; readonly crossed: readonly number[]; readonly colour?: Colour }

export type CardMove = Move<Parts>
export type View = AnyView<Table, CardMove>

export const CELLS = 11
export const PASS = 44 // cells are row * 11 + position; then come pass, or among marks the locks

/** The number printed on a cell: red and yellow rise, green and blue fall. */
export function numberOf(cell: number): number {
  return cell < 22 ? (cell % CELLS) + 2 : 12 - (cell % CELLS)
}

/** The cell of a number in a row. */
export function cellOf(row: number, number: number): number {
  return row * CELLS + (row < 2 ? number - 2 : 12 - number)
}

export function colourAt(cell: number): Colour {
  return COLOURS[Math.floor(cell / CELLS)]!
}

/** A cell as the law writes it: `green 6`. */
export function textOf(cell: number): string {
  return `${colourAt(cell)} ${numberOf(cell)}`
}
