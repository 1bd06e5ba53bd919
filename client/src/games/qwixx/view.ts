/** The table of Qwixx as its law shows it. */
import { translate } from '../../core/i18n.svelte'
import type { PrintedRow, Sheet } from './sheet/sheet'
import type { Move, View } from '../contract'

export const COLOURS = ['red', 'yellow', 'green', 'blue'] as const
export type Colour = (typeof COLOURS)[number]

export interface Board {
  readonly sheet: string
  readonly layout: readonly PrintedRow[]
  readonly phase: 'rolling' | 'white' | 'colour' | 'end'
  readonly active: number
  /** 0 for a die that has left. */
  readonly dice: Readonly<Record<Colour, number>> & { readonly white: readonly [number, number] }
  readonly sums: Readonly<Record<Colour, readonly [number, number] | null>> & { readonly white: number }
  readonly closed: readonly number[]
  readonly sheets: readonly Sheet[]
  /** What this seat decided about the white sum, and what it could decide instead while nobody has seen it. */
  readonly choice: number | null
  readonly instead: readonly number[]
}

type Description = { readonly kind: 'cross'; readonly row: number; readonly position: number } | { readonly kind: 'pass' }

/** Dice by number: 0 and 1 are white, then red, yellow, green, blue. */
export type Pair = readonly [number, number]

export type QwixxMove = Move<Description, { marks: number[]; points: number; dice: readonly Pair[] }>
export type QwixxView = View<Board, QwixxMove>

export const read = (view: View): QwixxView => view as unknown as QwixxView

/** Whose sheet the board shows: one's own; spectators look over the active player's shoulder. */
export const shownSeat = (view: QwixxView): number => (view.seat >= 0 ? view.seat : view.board.active)

/** A move is a cell, or to pass. */
export const PASS = 44

/** Whether this seat's choice about the white sum waits for the others. */
export const isPending = (view: QwixxView): boolean => view.board.phase === 'white' && view.board.choice !== null

export const colourWords = (): Record<string, string> => Object.fromEntries(COLOURS.map((colour) => [colour, translate(`qwixx.colour.${colour}`)]))

/** Points of the four rows; the line after them is that of the misses. */
export const rowPoints = (view: Pick<View, 'score_lines'>, seat: number): number[] => view.score_lines[seat]!.slice(0, 4).map((line) => line.points)

export const signed = (points: number): string => (points < 0 ? `−${-points}` : `+${points}`)
