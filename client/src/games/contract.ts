/** The contract between the table screen and a game's components. They only draw: the server computes the rules. */
import type { Component } from 'svelte'
import type { Params } from '../core/i18n.svelte'

/** A legal move as the rules describe it. `preview` says what the move would mark and score. */
export interface Move<Description = Params, Preview = { marks: number[]; points: number }> {
  readonly move: number
  readonly text: string
  readonly description: Description
  readonly preview: Preview
}

/** A line of a score sheet: points and their reason. */
export interface ScoreLine {
  readonly points: number
  readonly key: string
  readonly params: Params
}

export interface Result {
  readonly ranks: readonly number[]
  readonly winners: readonly number[]
  readonly won: boolean | null
  /** The number of the tie-break that decided, from 1; 0 if none was needed. */
  readonly decided_by?: number
  readonly reason?: { readonly key: string; readonly params: Params } | null
}

/** `state.view(seat)` of the rules. Spectators have seat -2. Each game knows the shape of its own `board` and `moves`. */
export interface View<Board = Params, M = Move> {
  readonly game: string
  readonly players: number
  readonly seat: number
  readonly deciders: readonly number[]
  readonly over: boolean
  readonly scores: readonly number[]
  readonly score_lines: readonly (readonly ScoreLine[])[]
  readonly result: Result | null
  readonly moves: readonly M[]
  readonly optional: readonly M[]
  readonly board: Board
}

/** What a player can do at the table. These functions return at once; the next view shows the effect. */
export interface PlayerActions {
  /** Send a decision: one of `view.moves`. */
  act(move: number): void
  /** Send a signal: one of `view.optional`. */
  signal(move: number): void
  /** Take the last move back, while `canTakeBack`. */
  takeBack(): void
  /** Ask the server why a move, given by its text (`green 6`), is not allowed, and show the answer. */
  explain(text: string): void
  /** Show the player a message for a moment. */
  notify(key: string, params?: Params): void
}

export interface BoardProps<V = View> {
  /** The game as this seat sees it; in a replay, as it was at that step. */
  readonly view: V
  /** Names by seat. */
  readonly names: readonly string[]
  /** False for spectators, in replays and while the table is paused. */
  readonly interactive: boolean
  /** A decision is on its way to the server: ignore taps. */
  readonly busy: boolean
  readonly canTakeBack: boolean
  readonly actions: PlayerActions
}

/** One seat's sheet or cards in the row of opponents: at most 150 × 96 px, without buttons. */
export interface SeatThumbnailProps<V = View> {
  readonly view: V
  readonly seat: number
}

/** One seat's sheet or cards in full size, read-only: shown when the thumbnail is tapped. */
export interface SeatBoardProps<V = View> {
  readonly view: V
  readonly seat: number
  readonly names: readonly string[]
}

/** The default export of `games/<name>/index.ts`. `V` is the type of the game's own view. */
export interface GameClient<V = View> {
  readonly Board: Component<BoardProps<V>>
  readonly SeatThumbnail: Component<SeatThumbnailProps<V>>
  readonly SeatBoard: Component<SeatBoardProps<V>>
  /** Return the question to this seat for the status line, or null for the generic one. */
  readonly question?: (view: V) => { key: string; params?: Params } | null
}

/** The default export of `games/<name>/setupOptions.ts`, for games whose set-up form does not simply list all options. */
export interface SetupOptions {
  /** Options that few players change; the form folds them away. */
  readonly rare: readonly string[]
  /** Whether an option has no effect with the other values; the form then leaves it out. */
  isIrrelevant(option: string, values: Params, players: number): boolean
}
