/** What the table screen gives to a game, and what a game gives back. A game draws; it computes no rule. */
import type { Component } from 'svelte'

/** A legal move as the law describes it. `preview` says what it would mark and score. */
export interface Move<Parts = Readonly<Record<string, unknown>>, Preview = { marks: number[]; points: number }> {
  readonly move: number
  readonly text: string
  readonly description: Parts
  readonly preview: Preview
}

/** A line of a score sheet: points and their reason. */
export interface Line {
  readonly points: number
  readonly key: string
  readonly params: Readonly<Record<string, unknown>>
}

export interface Result {
  readonly ranks: readonly number[]
  readonly winners: readonly number[]
  readonly won: boolean | null
  readonly reason?: { readonly key: string; readonly params: Readonly<Record<string, unknown>> } | null
}

/** `state.view(seat)` of the law. `seat` is -2 for spectators. Each game knows the shape of its own `table` and `moves`. */
export interface View<Board = Readonly<Record<string, unknown>>, M = Move> {
  readonly game: string
  readonly players: number
  readonly seat: number
  readonly deciders: readonly number[]
  readonly over: boolean
  readonly scores: readonly number[]
  readonly score_lines: readonly (readonly Line[])[]
  readonly result: Result | null
  readonly moves: readonly M[]
  readonly optional: readonly M[]
  readonly board: Board
}

/** What a player can do at the table. Nothing here waits: the next view says what became of it. */
export interface Hand {
  /** Sends a decision: one of `view.moves`. */
  act(move: number): void
  /** Gives a signal: one of `view.optional`. */
  signal(move: number): void
  /** Takes the last move back, while `canTakeBack`. */
  takeBack(): void
  /** Asks the law why a move is not allowed, by its text (`green 6`), and tells the player. */
  why(text: string): void
  /** Tells the player something by message key, for a moment. */
  tell(key: string, params?: Readonly<Record<string, unknown>>): void
}

export interface BoardProps {
  /** The game as this seat sees it; in a replay, as it was then. */
  readonly view: View
  /** Names by seat. */
  readonly names: readonly string[]
  /** False for spectators, in replays and while paused: then nothing can be tapped but to look closer. */
  readonly live: boolean
  /** A decision is on its way: taps wait. */
  readonly busy: boolean
  readonly canTakeBack: boolean
  readonly hand: Hand
}

/** One seat's own things in small, for the row of opponents: at most 150 × 96 px, no taps of its own. */
export interface SmallProps {
  readonly view: View
  readonly seat: number
}

/** The same, large and only to look at: shown when the small board is tapped, and at the end of a game. */
export interface LargeProps {
  readonly view: View
  readonly seat: number
  readonly names: readonly string[]
}

/** `games/<name>/index.ts` exports this as default; it is loaded when the game is first needed. */
export interface GameClient {
  readonly Board: Component<BoardProps>
  readonly Small: Component<SmallProps>
  readonly Large: Component<LargeProps>
  /** What is asked of this seat now: the status line. Null: the table says who is waited for. */
  readonly asked?: (view: View) => { key: string; params?: Record<string, unknown> } | null
}
