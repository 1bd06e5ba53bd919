/** What the law shows of The Game, as `look`, `description` and `preview` give it. */
import type { Move, Result, View } from '../contract'

/** What is printed on a card. */
export interface Face {
  readonly card: number
  readonly command: string | null
  readonly fire: boolean
}

/** Piles 0 and 1 go up, 2 and 3 go down. `open` unless One pile bars it; `due`: its fire is to be covered in this turn. */
export interface PileView {
  readonly direction: 'up' | 'down'
  readonly top: number
  readonly command: string | null
  readonly fire: boolean
  readonly open: boolean
  readonly due: boolean
}

/** What a seat has said, and what still stands: a word per pile, and one per command. */
export interface Spoken {
  readonly piles: readonly (string | null)[]
  readonly commands: Readonly<Record<string, string>>
}

export interface Board {
  readonly phase: 'dealing' | 'turn' | 'drawing' | 'over'
  readonly active: number
  readonly piles: readonly PileView[]
  readonly last: (Face & { readonly pile: number }) | null
  readonly hand: readonly Face[]
  /** How far each card of the hand jumps on each pile, where its number fits: to plan with while others play. */
  readonly jumps: readonly (readonly (number | null)[])[]
  readonly sizes: readonly number[]
  readonly hands: readonly (readonly Face[])[] | null
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
    readonly draws: number
  }
  readonly silence: boolean
  readonly commands: readonly string[]
  readonly signals: readonly Spoken[]
}

export type Description =
  | ({ readonly kind: 'lay'; readonly pile: number } & Face)
  | { readonly kind: 'end' }
  | { readonly kind: 'signal'; readonly pile?: number; readonly command?: string; readonly signal: string }

/** `distance` is negative for a trick. After `losing` and `short` nothing can save the game; `ends`: the turn is over at once. */
export interface Preview {
  readonly marks: number[]
  readonly points: number
  readonly distance?: number
  readonly trick?: boolean
  readonly losing?: boolean
  readonly short?: boolean
  readonly ends?: boolean
  readonly draws?: number
}

export type GameMove = Move<Description, Preview>
export type GameView = Omit<View<Board, GameMove>, 'result'> & {
  readonly result: (Result & { readonly facts?: { readonly left: number; readonly excellent: number } }) | null
}

export const read = (view: View): GameView => view as unknown as GameView

/** A card on a pile: how far it jumps and what follows. Planned ahead, only the distance is known. */
export interface Jump {
  readonly distance: number
  readonly trick: boolean
  readonly loses: boolean
  readonly ends: boolean
}

export const PILES = ['up 1', 'up 2', 'down 1', 'down 2'] as const // as the law's text names them
export const OF_PILE = ['hands-off', 'good', 'trick', 'free'] as const
export const OF_COMMAND = ['hold', 'avoid'] as const
const LIGHTNING = ['stop', 'skull', 'three'] // concern one turn; the others hold as long as they are seen

export const lightning = (command: string): boolean => LIGHTNING.includes(command)

export const loses = (move: GameMove): boolean => !!(move.preview.losing || move.preview.short)

/** The move that lays a card on a pile, if the law offers it. */
export function laying(moves: readonly GameMove[], card: number | null, pile: number | null): GameMove | undefined {
  return moves.find(({ description }) => description.kind === 'lay' && description.card === card && description.pile === pile)
}

export function jump(move: GameMove): Jump {
  const { distance = 0, trick = false, ends = false } = move.preview
  return { distance, trick, loses: loses(move), ends }
}

export function planned(distance: number | null | undefined): Jump | null {
  return typeof distance === 'number' ? { distance, trick: distance < 0, loses: false, ends: false } : null
}

/** A name in one to three letters, different for every seat. */
export function initials(names: readonly string[], seat: number): string {
  const of = (name: string | undefined, n: number) => Array.from((name ?? '').trim()).slice(0, n).join('')
  for (const n of [1, 2, 3]) {
    const mine = of(names[seat], n)
    if (mine && names.every((name, other) => other === seat || of(name, n) !== mine)) return mine
  }
  return `${of(names[seat], 1)}${seat + 1}`
}
