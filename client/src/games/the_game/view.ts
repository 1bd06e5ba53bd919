/** The type of a view of The Game, as far as the client uses it. */
import type { Move, Result, View } from '../contract'

/** What is printed on a card. */
export interface CardFace {
  readonly card: number
  readonly command: string | null
  readonly fire: boolean
}

/**
 * A pile. Piles 0 and 1 go up, and piles 2 and 3 go down. `open` is false if the command "One pile" forbids the pile. `due` is true
 * if the fire card on the pile must be covered in this turn.
 */
export interface PileView {
  readonly direction: 'up' | 'down'
  readonly top: number
  readonly command: string | null
  readonly fire: boolean
  readonly open: boolean
  readonly due: boolean
}

/** The signals of a seat that are still valid: at most one for each pile and each command. */
interface Signals {
  readonly piles: readonly (string | null)[]
  readonly commands: Readonly<Record<string, string>>
}

/** How much a player would like to begin. */
export type Wish = 'yes' | 'maybe' | 'no'

export interface Board {
  readonly phase: 'dealing' | 'starting' | 'turn' | 'drawing' | 'over'
  /** The seat whose turn it is, or null while the players agree who begins. */
  readonly active: number | null
  /** While the players agree who begins: how much this seat has said it would like to begin. */
  readonly wish: Wish | null
  readonly piles: readonly PileView[]
  readonly last: (CardFace & { readonly pile: number }) | null
  readonly hand: readonly CardFace[]
  /** How far each card of the hand would jump on each pile, or null if it does not fit. With this, players can plan while others play. */
  readonly jumps: readonly (readonly (number | null)[])[]
  readonly sizes: readonly number[]
  readonly hands: readonly (readonly CardFace[])[] | null
  readonly full: number
  readonly draw_pile: number
  readonly left: number
  readonly gone: readonly number[]
  readonly turn: {
    readonly laid: number
    readonly minimum: number
    readonly missing: number
    readonly three: boolean
    readonly cover: readonly number[]
  }
  readonly silence: boolean
  readonly no_trick: boolean
  readonly commands: readonly string[]
  readonly signals: readonly Signals[]
}

export type Description =
  | ({ readonly kind: 'lay'; readonly pile: number } & CardFace)
  | { readonly kind: 'end' }
  | { readonly kind: 'start'; readonly wish: Wish }
  | { readonly kind: 'signal'; readonly pile?: number; readonly command?: string; readonly signal: string }

/**
 * The preview of a move. `distance` is negative for a backwards trick, a jump of exactly 10 against the direction of the pile.
 * A `losing` move loses the game because a command cannot be obeyed afterwards. A `short` move loses the game because the minimum
 * of cards cannot be laid afterwards. `ends` says whether the move ends the turn.
 */
export interface Preview {
  readonly points: number
  readonly distance?: number
  readonly trick?: boolean
  readonly losing?: boolean
  readonly short?: boolean
  readonly ends?: boolean
  readonly draws?: number
}

export type TheGameMove = Move<Description, Preview>
export type TheGameView = Omit<View<Board, TheGameMove>, 'result'> & {
  readonly result: (Result & { readonly facts?: { readonly left: number; readonly excellent: number } }) | null
}

/** The effect of a card on a pile. While others play, only the distance is known. */
export interface Jump {
  readonly distance: number
  readonly trick: boolean
  readonly loses: boolean
  readonly ends: boolean
}

export const PILE_TEXTS = ['up 1', 'up 2', 'down 1', 'down 2'] as const // the names of the piles in the text of moves
export const PILE_SIGNALS = ['hands-off', 'good', 'trick', 'free'] as const
export const COMMAND_SIGNALS = ['hold', 'avoid'] as const
const LIGHTNING = ['stop', 'skull', 'three'] // These commands affect one turn. The others apply as long as they are visible.

export const isLightning = (command: string): boolean => LIGHTNING.includes(command)

export const isLosing = (move: TheGameMove): boolean => !!(move.preview.losing || move.preview.short)

/** Return the legal move that lays a card on a pile, if there is one. */
export function findLayMove(moves: readonly TheGameMove[], card: number | null, pile: number | null): TheGameMove | undefined {
  return moves.find(({ description }) => description.kind === 'lay' && description.card === card && description.pile === pile)
}

export function jumpOf(move: TheGameMove): Jump {
  const { distance = 0, trick = false, ends = false } = move.preview
  return { distance, trick, loses: isLosing(move), ends }
}

/** Return a jump of which only the distance is known, because others play. */
export function plannedJump(distance: number | null | undefined): Jump | null {
  return typeof distance === 'number' ? { distance, trick: distance < 0, loses: false, ends: false } : null
}

/** Return a player's initials: one to three characters, different for every seat. */
export function initials(names: readonly string[], seat: number): string {
  const start = (name: string | undefined, n: number) => Array.from((name ?? '').trim()).slice(0, n).join('')
  for (const n of [1, 2, 3]) {
    const mine = start(names[seat], n)
    if (mine && names.every((name, other) => other === seat || start(name, n) !== mine)) return mine
  }
  return `${start(names[seat], 1)}${seat + 1}`
}
