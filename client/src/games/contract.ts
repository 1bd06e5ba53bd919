/**
 * The interface between the table screen and the components of a game, which draw the game. The server computes the rules.
 *
 * The screen draws the bar, all seats with names and scores, the status line, history and chat. The game draws its `Board` with
 * `ui/BoardZones.svelte`, which arranges three zones: `shared`, `own` and `actions`. A board
 * - fits its zones without scrolling: it computes its sizes from the container `own` (cqw, cqh) and uses rem for text;
 * - lets the player select with `core/selection.svelte.ts` and send with `ui/MoveButtons.svelte`;
 * - gives every element that a move can change a place (`core/boardPlaces.svelte.ts`), which then carries `data-changed`;
 * - gives every card, symbol and number an explanation (`core/longPressExplanations.svelte.ts`);
 * - sets `data-legal` on what can be tapped now, and explains a tap on anything else with `actions.explain`.
 */
import type { Component } from 'svelte'
import type { Params } from '../core/i18n.svelte'
import type { EntryPresentation } from '../core/moveEventQueue.svelte'
import type { HistoryEntry } from '../core/protocol'

/** A legal move as the rules describe it. `preview` says how many points the move would add, and what else it would do. */
export interface Move<Description = Params, Preview = { readonly points: number }> {
  readonly move: number
  readonly text: string
  readonly description: Description
  readonly preview: Preview
}

/** A message key with its parameters, from the server. */
export interface Sentence {
  readonly key: string
  readonly params: Params
}

/** A line of a score sheet: points and their reason. */
export interface ScoreLine extends Sentence {
  readonly points: number
}

export interface Result {
  readonly ranks: readonly number[]
  readonly winners: readonly number[]
  readonly won: boolean | null
  /** The number of the tie-break that decided, counted from 1, or 0 if no tie-break was needed. */
  readonly decided_by?: number
  /** The reason why the game ended. */
  readonly reason?: Sentence | null
  /** A sentence that says how good the points of a player without opponents are. */
  readonly verdict?: Sentence | null
}

/** `state.view(seat)` of the rules. Spectators have seat -2. Each game knows the shape of its own `board` and `moves`. */
export interface View<Board = Params, M = Move> {
  readonly game: string
  readonly players: number
  readonly seat: number
  readonly deciders: readonly number[]
  readonly over: boolean
  readonly scores: readonly number[]
  /** The score sheet of each seat, or only one in a cooperative game. */
  readonly score_lines: readonly (readonly ScoreLine[])[]
  readonly result: Result | null
  readonly moves: readonly M[]
  readonly optional: readonly M[]
  readonly board: Board
  /** In a spectator's view: the seat that the spectator has chosen to watch, or null to let the game choose a seat. */
  readonly watched?: number | null
}

/** Return the score sheet of a seat. In a cooperative game, all seats have the same. */
export const scoreSheet = ({ score_lines }: View, seat: number): readonly ScoreLine[] => score_lines[seat] ?? score_lines[0] ?? []

/** What a player can do at the table. These functions return at once, and the next view shows the effect. */
export interface PlayerActions {
  /**
   * Send a move of `view.moves`. A move that would reveal new information, such as the next roll, should be sent with `hold`: then
   * it waits for a moment as `held`, so that the player can take it back.
   */
  act(move: number, hold?: boolean): void
  /** Send a signal of `view.optional`. */
  signal(move: number): void
  /** Take back the last move, sent or held. This is possible while `canTakeBack` is true. */
  takeBack(): void
  /** Ask the server why a move, given by its text (`green 6`), is not allowed, and show the answer. */
  explain(text: string): void
  /** Show the player a message for a moment. */
  notify(key: string, params?: Params): void
}

export interface BoardProps<V = View> {
  /** The game as this seat sees it now or, in a replay, as the seat saw it at the time. */
  readonly view: V
  /** The name of the player at each seat. */
  readonly names: readonly string[]
  /** Whether the player may act. This is false for spectators, in replays and while the table is paused. */
  readonly interactive: boolean
  /** Whether a decision is on its way to the server, so that taps must be ignored. */
  readonly busy: boolean
  readonly canTakeBack: boolean
  /** The move that waits to be sent. The board draws it as if it were made, although `view` does not contain it yet. */
  readonly held: number | null
  /** The move that a hint suggests. The board selects it with `selectSuggested`, as if the player had tapped it. */
  readonly suggested?: number | null
  readonly actions: PlayerActions
}

/** The props of `SeatThumbnail.svelte`: the sheet or cards of a seat without buttons, in a container 100 to 400 px wide. */
export interface SeatThumbnailProps<V = View> {
  readonly view: V
  readonly seat: number
}

/** The props of `SeatBoard.svelte`: the sheet or cards of a seat without buttons, in full size. Players open it by a tap or a swipe. */
export interface SeatBoardProps<V = View> {
  readonly view: V
  readonly seat: number
  readonly names: readonly string[]
}

/** A question or sentence, as a message key with parameters. */
export interface Message {
  readonly key: string
  readonly params?: Params
}

/** How spectators watch a game in which each player has a board. */
export interface Watching<V = View> {
  /** Return the seat whose board is shown: `view.watched` or, by default, a seat that the game chooses. */
  readonly seat: (view: V) => number
  /** The key of the sentence that says whose board is shown. Its parameter is `name`. */
  readonly sentence: string
  /** Whether a spectator can choose to follow the turn, so that the board is always that of the player whose turn it is. */
  readonly followsTurn: boolean
}

/** The default export of `games/<name>/index.ts`. `V` is the type of the game's own view. */
export interface GameClient<V = View> {
  readonly Board: Component<BoardProps<V>>
  readonly SeatThumbnail: Component<SeatThumbnailProps<V>>
  readonly SeatBoard: Component<SeatBoardProps<V>>
  /** Return the question that the status line asks this seat, or null to ask a question that fits any game. */
  readonly question?: (view: V) => Message | null
  /**
   * Return what the screen says and shows about a history entry. `view` is the view after that entry. By default, the screen shows
   * the message of the move (`<game>.move.<kind>`).
   */
  readonly presentHistoryEntry?: (entry: HistoryEntry, view: V, names: readonly string[]) => EntryPresentation | null
  /** Return a move as the board's buttons name it. By default, it is the message of the move (`<game>.move.<kind>`). */
  readonly moveLabel?: (move: number, view: V) => string | null
  /** How spectators watch one of several boards, in games in which each player has a board. */
  readonly watching?: Watching<V>
  /** Where the opponents are on wide screens: in a column beside the board or, if the screen is high enough, in a row above it. */
  readonly opponents?: 'side' | 'top'
  /** Return what a seat shows instead of points, such as the number of cards in hand, or null to show the points. */
  readonly seatValue?: (view: V, seat: number) => Message | null
  /** Return the message keys of the quick phrases for the chat; none while talking is forbidden. By default, they are the keys that begin with `client.phrase`. */
  readonly phrases?: (view: V) => readonly string[]
}

/** The props of `games/<name>/OptionPicture.svelte`, which draws a value of an option about 44 px high. */
export interface OptionPictureProps {
  readonly option: string
  readonly value: string | boolean
  /** The labels of those values that depend on the deck. */
  readonly labels: Readonly<Record<string, Sentence>>
}

/** The default export of `games/<name>/setupFormLayout.ts`. Games without this file get a form that lists all options. */
export interface SetupFormLayout {
  /** The options that few players change. The form folds them away. */
  readonly rare: readonly string[]
  /** The options that are shown as tiles, with pictures by `OptionPicture.svelte`. */
  readonly pictured?: readonly string[]
  /** Return the key of a sentence that says what a pictured option does. */
  readonly explanation?: (option: string) => string
  /** Return whether an option has no effect, given the values of all options. The form does not show such an option. */
  isIrrelevant(option: string, values: Params, players: number): boolean
}
