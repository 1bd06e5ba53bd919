/** Delay an action that cannot be taken back, such as resigning, for five seconds in which the player can press Undo. */
export interface DelayedAction {
  /** The message that says what is about to happen. */
  readonly key: string
  readonly run: () => void
  /** Called when the player presses Undo. */
  readonly undone?: () => void
  /** Whether the action keeps waiting when the player goes to another screen. Otherwise it happens at that moment. */
  readonly anywhere?: boolean
}

export const ACTION_DELAY = 5000 // in milliseconds

class DelayedActions {
  /** The waiting action. The page shows its message with a button "Undo". */
  pending: DelayedAction | null = $state.raw(null)
  #action: DelayedAction | null = null // equal to `pending`, but also up to date while Svelte destroys a screen
  #timer = 0

  start(key: string, run: () => void, options: Pick<DelayedAction, 'undone' | 'anywhere'> = {}): DelayedAction {
    this.runNow()
    const action = { key, run, ...options }
    this.pending = this.#action = action
    this.#timer = window.setTimeout(() => this.runNow(), ACTION_DELAY)
    return action
  }

  /** Drop the waiting action and call its `undone`. */
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

  /** Carry out the waiting action now, unless it may wait on other screens. */
  leaveScreen(): void {
    if (!this.#action?.anywhere) this.runNow()
  }
}

export const delayedActions = new DelayedActions()
