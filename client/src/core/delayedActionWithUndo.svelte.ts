/** Delay an action that cannot be taken back, such as resigning, for five seconds in which the player can press Undo. */
export interface DelayedAction {
  /** The message that says what is about to happen. */
  readonly key: string
  readonly run: () => void
  /** Called when the player presses Undo. */
  readonly undone?: () => void
  /** Whether the action waits on other screens too. Otherwise it happens as soon as the player leaves the screen. */
  readonly anywhere?: boolean
}

export const ACTION_DELAY = 5000 // the milliseconds for which an action is delayed

class DelayedActions {
  /** The action that is waiting, which the page shows with a button Undo. */
  pending: DelayedAction | null = $state.raw(null)
  #action: DelayedAction | null = null // the same; unlike state, it has its present value while a screen is being destroyed
  #timer = 0

  start(key: string, run: () => void, options: Pick<DelayedAction, 'undone' | 'anywhere'> = {}): DelayedAction {
    this.runNow()
    const action = { key, run, ...options }
    this.pending = this.#action = action
    this.#timer = window.setTimeout(() => this.runNow(), ACTION_DELAY)
    return action
  }

  /** Forget the action, and say that it was undone. */
  undo(): void {
    const action = this.#action
    this.cancel()
    action?.undone?.()
  }

  cancel(): void {
    clearTimeout(this.#timer)
    this.pending = this.#action = null
  }

  runNow(): void {
    const action = this.#action
    this.cancel()
    action?.run()
  }

  /** Do at once what cannot wait for another screen. */
  leaveScreen(): void {
    if (!this.#action?.anywhere) this.runNow()
  }
}

export const delayedActions = new DelayedActions()
