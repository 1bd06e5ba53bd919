/**
 * What a player has selected on the board but not sent yet. In all games, a tap selects a thing and previews its effect, a second tap
 * on the same thing deselects it, and a tap on another thing selects that instead. A button or a double tap sends the selection.
 */

import { untrack } from 'svelte'

/** A value that belongs to a position of the game. When the position changes, it is reset to its initial value. */
export class PositionState<T> {
  readonly #position: () => string
  readonly #initial: T
  #stored = $state.raw<{ readonly position: string; readonly value: T } | null>(null)

  constructor(position: () => string, initial: T) {
    this.#position = position
    this.#initial = initial
  }

  get value(): T {
    return this.#stored?.position === this.#position() ? this.#stored.value : this.#initial
  }

  set value(value: T) {
    this.#stored = { position: this.#position(), value }
  }
}

/** The thing that is selected, such as a cell or a card, until the position changes. */
export class Selection<T extends string | number> extends PositionState<T | null> {
  constructor(position: () => string) {
    super(position, null)
  }

  /** Handle a tap on a legal thing. */
  tap(thing: T): void {
    this.value = this.value === thing ? null : thing
  }

  clear = (): void => {
    this.value = null
  }
}

/** Call `select` once for each move that a hint suggests. */
export function selectSuggested<M extends { readonly move: number }>(suggested: () => number | null | undefined, moves: () => readonly M[], select: (move: M) => void): void {
  $effect(() => {
    const wanted = suggested()
    untrack(() => {
      const move = moves().find((each) => each.move === wanted)
      if (move) select(move)
    })
  })
}
