/** Delay an action that cannot be taken back, such as resigning, for five seconds in which the player can press Undo. */
export interface DelayedAction {
  /** The message that says what is about to happen. */
  readonly key: string
  readonly run: () => void
}

export const ACTION_DELAY = 5000 // milliseconds

class DelayedActions {
  pending: DelayedAction | null = $state.raw(null)
  #timer = 0

  start(key: string, run: () => void): void {
    this.runNow()
    this.pending = { key, run }
    this.#timer = window.setTimeout(() => this.runNow(), ACTION_DELAY)
  }

  cancel(): void {
    clearTimeout(this.#timer)
    this.pending = null
  }

  runNow(): void {
    const action = this.pending
    this.cancel()
    action?.run()
  }
}

export const delayedActions = new DelayedActions()
