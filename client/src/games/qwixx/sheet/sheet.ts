/** A sheet of four rows, as in the views of the dice game and the card game. A cell is a number: row * 11 + position. */

export const COLOURS = ['red', 'yellow', 'green', 'blue'] as const
export type Colour = (typeof COLOURS)[number]

export interface Row {
  readonly crossed: readonly number[]
  readonly open: readonly number[]
  readonly lock: boolean
  /** The number of crosses that the row still needs before its last number can be crossed. */
  readonly missing: number
}

export interface Sheet {
  readonly rows: readonly Row[]
  readonly misses: number
}

/** What is printed on a row: eleven cells, each with a colour and a number, and the colour of the lock. */
export interface PrintedRow {
  readonly cells: readonly (readonly [string, number])[]
  readonly lock: string
}

export type CellState = 'crossed' | 'open' | 'waits' | 'skipped'

export const CELLS_PER_ROW = 11
export const MAX_MISSES = 4
const LAST = CELLS_PER_ROW - 1

const rising = [2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]
const printed = (colour: string, numbers: readonly number[]): PrintedRow => ({ cells: numbers.map((number) => [colour, number] as const), lock: colour })

/** The standard sheet: red and yellow rise, green and blue fall. */
export const STANDARD_LAYOUT: readonly PrintedRow[] = [
  printed('red', rising),
  printed('yellow', rising),
  printed('green', [...rising].reverse()),
  printed('blue', [...rising].reverse()),
]

export const cellAt = (row: number, position: number): number => row * CELLS_PER_ROW + position

/** Return the state of a cell. In an open row, the last cell waits until the row has five crosses. */
export function cellState(row: Row, position: number): CellState {
  if (row.crossed.includes(position)) return 'crossed'
  if (row.open.includes(position)) return 'open'
  return position === LAST && row.open.length > 0 ? 'waits' : 'skipped'
}

/** Return whether the last number needs only one or two more crosses in its row. */
export const isNearlyLockable = (row: Row): boolean => row.missing > 0 && row.missing <= 2 && row.open.length >= row.missing

/** Return the text of the move that puts a cross in a cell, such as `green 6`. */
export function crossMoveText(layout: readonly PrintedRow[], cell: number): string {
  const [colour, number] = layout[Math.floor(cell / CELLS_PER_ROW)]!.cells[cell % CELLS_PER_ROW]!
  return `${colour} ${number}`
}

/** The number of the move "pass". The moves 0 to 43 put a cross in a cell. In the `marks` of a preview, numbers from 44 on are locks. */
export const PASS = 44

/** Return whether rows of this sheet mix colours, so that each cell must show its own colour. */
export const mixesColours = (layout: readonly PrintedRow[]): boolean => layout.some((row) => row.cells.some(([colour]) => colour !== row.lock))
