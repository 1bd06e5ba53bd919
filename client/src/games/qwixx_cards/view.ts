/** The type of a view of the card game, as far as the client uses it, and the cells of its sheet. */
import { CELLS_PER_ROW, COLOURS, STANDARD_LAYOUT, cellAt, type Colour, type Sheet } from '../qwixx/sheet/sheet'
import type { Move, View } from '../contract'

/** A card. Its colour is null if only the back is visible. */
export interface CardFace {
  readonly number: number
  readonly colour: Colour | 'joker' | null
}

interface LastPlay {
  readonly seat: number
  readonly cards: readonly CardFace[]
  readonly crossed: readonly number[]
}

export interface Board {
  readonly phase: 'lots' | 'deal' | 'refill' | 'take' | 'everyone' | 'play' | 'end'
  readonly active: number | null
  readonly display: readonly (number | null)[]
  readonly top: number | null
  readonly pile: number
  readonly discards: number
  readonly hands: readonly (readonly CardFace[])[]
  readonly take: number
  readonly sheets: readonly Sheet[]
  /** This seat's decision in step 2, and the other moves that the seat may choose instead until the decision is revealed. */
  readonly choice: number | null
  readonly instead: readonly number[]
  readonly last: LastPlay | null
}

export type Description =
  | { readonly kind: 'take'; readonly places: readonly number[] }
  | { readonly kind: 'cross'; readonly row: number; readonly position: number }
  | { readonly kind: 'pass' }
  | { readonly kind: 'drop' | 'play'; readonly slots: readonly number[]; readonly crossed: readonly number[]; readonly colour?: Colour }

/** `marks` are the cells and locks that the move marks. */
export type QwixxCardsMove = Move<Description, { readonly marks: readonly number[]; readonly points: number }>
export type QwixxCardsView = View<Board, QwixxCardsMove>

/** Return the seat whose sheet is shown: a spectator sees the sheet of the chosen seat or, by default, of the active seat. */
export const visibleSeat = (view: QwixxCardsView): number => (view.seat >= 0 ? view.seat : (view.watched ?? view.board.active ?? 0))

export const rowOfCell = (cell: number): number => Math.floor(cell / CELLS_PER_ROW)
export const colourOfCell = (cell: number): Colour => COLOURS[rowOfCell(cell)]!
export const numberOfCell = (cell: number): number => STANDARD_LAYOUT[rowOfCell(cell)]!.cells[cell % CELLS_PER_ROW]![1]

/** Return the cell of a row on which a number is printed. */
export function cellOfNumber(row: number, number: number): number {
  const position = STANDARD_LAYOUT[row]!.cells.findIndex(([, printed]) => printed === number)
  return cellAt(row, position)
}

/** Return the rows that the owner of a sheet has completed. They are closed for the owner only. */
export function completedRows(sheet: Sheet): number[] {
  return sheet.rows.flatMap((row, r) => (row.lock ? [r] : []))
}
