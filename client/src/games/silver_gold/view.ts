/** What the law shows of Silver & Gold. */
import type { Move, View } from '../contract'
import type { Cell } from './pattern'

export type Hue = 'purple' | 'orange' | 'green' | 'grey'

/** What is printed on a treasure card. `grid`: four rows of o plain, X cross, C coin, P palm, and a dot where there is no square. */
export interface Treasure {
  readonly id: number
  readonly colour: Hue
  readonly points: number
  readonly grid: readonly string[]
  readonly seal: { readonly colour: Hue; readonly points: number } | null
}

/** A card before a player, and its marked squares. */
export interface Held extends Treasure {
  readonly marked: readonly number[]
}

export interface Seat {
  readonly cards: readonly (Held | null)[]
  readonly dealt: number
  readonly coins: number
  readonly trophies: readonly (number | null)[]
  readonly palms: readonly (number | null)[]
  readonly completed: readonly Treasure[]
}

/** What marks pay: points in all, coin boxes, new palm boxes, and the slots of cards that are full then. */
export interface Gain {
  readonly points: number
  readonly coins: number
  readonly palms: readonly number[]
  readonly completed: readonly number[]
}

export interface Board {
  readonly phase: 'dealing' | 'keeping' | 'opening' | 'turning' | 'marking' | 'taking' | 'drawing' | 'end'
  readonly round: number
  readonly rounds: number
  readonly turn: number
  readonly turns: number
  readonly starter: number
  readonly settling: number | null
  readonly expedition: { readonly design: string; readonly pattern: readonly Cell[] } | null
  readonly display: readonly (Treasure | null)[]
  readonly palm: number
  readonly pile: number
  readonly trophies: readonly number[]
  readonly seats: readonly Seat[]
  readonly hand: readonly (Treasure | null)[] | null
  readonly choice: readonly number[] | null
  readonly draft: readonly (readonly number[])[] | null
  readonly owed: number
  readonly gain: Gain | null
}

export type Keep = Move<{ readonly kind: 'keep'; readonly places: readonly number[] }>
export type Take = Move<{ readonly kind: 'take'; readonly place: number | 'pile' }>
export type Mark = Move<{ readonly kind: 'mark'; readonly slot: number; readonly squares: readonly number[] }, Gain & { readonly owed: number }>
export type AnyMove = Keep | Take | Mark

export type SilverView = View<Board, AnyMove>

export const read = (view: View): SilverView => view as unknown as SilverView

export function marksOf(view: SilverView): readonly Mark[] {
  return view.moves.filter((move): move is Mark => move.description.kind === 'mark')
}

export function keepsOf(view: SilverView): readonly Keep[] {
  return view.moves.filter((move): move is Keep => move.description.kind === 'keep')
}

export function takesOf(view: SilverView): readonly Take[] {
  return view.moves.filter((move): move is Take => move.description.kind === 'take')
}
