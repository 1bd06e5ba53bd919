/** State that is valid for one position of the game, such as a selection: in another position it has its initial value again. */
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
