/** The view of Qwixx the card game, and the cells of its sheet. */
import { CELLS_PER_ROW, STANDARD_LAYOUT, cellAt, type Sheet } from '../qwixx/sheet/sheet'
import type { Move, View } from '../contract'

export const COLOURS = ['red', 'yellow', 'green', 'blue'] as const
export type Colour = (typeof COLOURS)[number]

/** A card; null as colour means that only its back is visible. */
export interface Face {
  readonly number: number
  readonly colour: Colour | 'joker' | null
}

interface LastPlay {
  readonly seat: number
  readonly colour: Colour | null
  readonly cards: readonly Face[]
  readonly crossed: readonly number[]
}

export interface Board {
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
  /** This seat's decision in step 2, and the moves it could change to until the decision is revealed. */
  readonly choice: number | null
  readonly instead: readonly number[]
  readonly choices: readonly number[] | null
  readonly last: LastPlay | null
}

export type Description =
  | { readonly kind: 'take'; readonly places: readonly number[] }
  | { readonly kind: 'cross'; readonly row: number; readonly position: number }
  | { readonly kind: 'pass' }
  | { readonly kind: 'drop' | 'play'; readonly slots: readonly number[]; readonly crossed: readonly number[]; readonly colour?: Colour }

export type QwixxCardsMove = Move<Description>
export type QwixxCardsView = View<Board, QwixxCardsMove>

export const PASS = 44 // moves 0 to 43 cross a cell; in `marks`, 44 is the first lock

/** The number printed on a cell. */
export function numberOfCell(cell: number): number {
  return STANDARD_LAYOUT[rowOfCell(cell)]!.cells[cell % CELLS_PER_ROW]![1]
}

/** The cell of a number in a row. */
export function cellOfNumber(row: number, number: number): number {
  return cellAt(
    row,
    STANDARD_LAYOUT[row]!.cells.findIndex(([, printed]) => printed === number),
  )
}

export function rowOfCell(cell: number): number {
  return Math.floor(cell / CELLS_PER_ROW)
}

export function colourOfCell(cell: number): Colour {
  return COLOURS[rowOfCell(cell)]!
}

/** Return the rows that the owner of a sheet has completed. */
export function completedRows(sheet: Sheet): number[] {
  return sheet.rows.flatMap((row, r) => (row.lock ? [r] : []))
}
