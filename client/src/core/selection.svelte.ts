/**
 * What the player has selected but not sent: the same in all games. The first tap selects and previews, a second tap on the same
 * thing deselects it, and a tap on something else moves the choice. The button sends it; so does a double tap if the settings say so.
 */
import { settings } from './settings.svelte'

/** Two taps within this time, in milliseconds, are a double tap. */
export const DOUBLE_TAP = 350

/** State that is valid for one position of the game: in another position it has its initial value again. */
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

/** One selected thing, such as a cell or a card, until the position changes. */
export class Selection<T extends string | number> extends PositionState<T | null> {
  #tapped: T | null = null
  #tappedAt = 0

  constructor(position: () => string) {
    super(position, null)
  }

  /** Handle a tap on a legal thing. `send` is called after a double tap, if the settings allow it. */
  tap(thing: T, send?: () => void): void {
    const now = performance.now()
    const twice = this.#tapped === thing && now - this.#tappedAt < DOUBLE_TAP
    this.#tapped = thing
    this.#tappedAt = now
    if (twice && settings.doubleTap && send && this.value === thing) return send()
    this.value = this.value === thing ? null : thing
  }

  clear = (): void => {
    this.value = null
  }
}
