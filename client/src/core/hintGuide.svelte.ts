/** Ask the server for a hint and show it step by step. When the game goes on, the hint disappears. */
import { betterMove, hintSteps, type HintStep, type Judgement, type MoveLabel } from './hintSteps'
import type { Params } from './i18n.svelte'
import type { Hint, Rejection } from './protocol'
import { PositionState } from './selection.svelte'

/** The decision for which a player may ask for a hint. */
export interface HintedDecision {
  /** A text that is different for every decision. */
  readonly position: string
  readonly view: Parameters<typeof hintSteps>[1]
  readonly names: readonly string[]
  readonly moveLabel?: MoveLabel | undefined
}

interface Progress {
  readonly waiting: boolean
  readonly judgement: Judgement | null
  /** The index of the step that is shown, or -1. */
  readonly step: number
}
const NOT_REQUESTED: Progress = { waiting: false, judgement: null, step: -1 }

export class HintGuide {
  readonly #decision: () => HintedDecision
  readonly #ask: () => Promise<Hint | Rejection>
  readonly #notify: (key: string, params: Params) => void
  readonly #progress: PositionState<Progress>

  constructor(decision: () => HintedDecision, ask: () => Promise<Hint | Rejection>, notify: (key: string, params: Params) => void) {
    this.#decision = decision
    this.#ask = ask
    this.#notify = notify
    this.#progress = new PositionState(() => decision().position, NOT_REQUESTED)
  }

  /** Whether the server is computing the hint. */
  get isWaiting(): boolean {
    return this.#progress.value.waiting
  }

  /** All steps of the hint. The list is empty until the hint has arrived. */
  get steps(): readonly HintStep[] {
    const { judgement } = this.#progress.value
    const { view, names, moveLabel } = this.#decision()
    return judgement ? hintSteps(judgement, view, names, moveLabel) : []
  }

  /** The step that is shown, or null. */
  get current(): HintStep | null {
    return this.steps[this.#progress.value.step] ?? null
  }

  /** The step after the step that is shown, or null after the last step. */
  get next(): HintStep | null {
    return this.steps[this.#progress.value.step + 1] ?? null
  }

  /** The move that the board should select: the best move, once the hint has named it in its second step. */
  get suggested(): number | null {
    const { judgement, step } = this.#progress.value
    return judgement && step > 0 ? betterMove(judgement) : null
  }

  /** Ask for a hint, or go on to its next step. After the last step, close it. */
  async goOn(): Promise<void> {
    const progress = this.#progress.value
    if (progress.waiting) return
    if (progress.judgement) this.#progress.value = { ...progress, step: this.next ? progress.step + 1 : -1 }
    else await this.#request()
  }

  async #request(): Promise<void> {
    const { position, view } = this.#decision()
    const only = view.moves.length === 1 ? view.moves[0]! : null
    if (only) {
      // A single legal move needs no advice from the server.
      this.#progress.value = { waiting: false, judgement: { moves: [{ move: only.move, value: 0, se: 0, worse: false }], reasons: [] }, step: 0 }
      return
    }
    this.#progress.value = { ...NOT_REQUESTED, waiting: true }
    const answer = await this.#ask()
    if (this.#decision().position !== position) return
    if (answer.t === 'hint') this.#progress.value = { waiting: false, judgement: answer, step: 0 }
    else {
      this.#progress.value = NOT_REQUESTED
      this.#notify(answer.key, answer.params)
    }
  }
}
