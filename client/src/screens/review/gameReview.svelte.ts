/** Fetch the review of a finished game and follow its progress. The server computes a review once for all players. */
import { problemOf } from '../../core/api'
import { askForReview, findReview } from '../../core/finishedGameRequests'
import type { Notice } from '../../core/liveTable.svelte'
import { openedLogFile } from '../../core/openedLogFile'
import type { Review, ReviewDecision, ReviewProgress } from '../../core/protocol'

const FIRST_DELAY = 150 // the milliseconds between the first two requests; each further delay is twice as long, up to MAX_DELAY
const MAX_DELAY = 1500
const finished = new Map<string, Review>()

export class GameReview {
  review: Review | null = $state.raw(null)
  /** The part of the review that is computed, from 0 to 1, or null if nobody has asked for the review. */
  progress: number | null = $state(null)
  problem: Notice | null = $state.raw(null)
  /** Whether the server has answered that it reviews no games. */
  isOff = $state(false)
  readonly decisions: ReadonlyMap<number, ReviewDecision> = $derived(new Map(this.review?.decisions.map((decision) => [decision.n, decision])))
  readonly #code: string
  readonly #number: number
  readonly #key: string
  #timer = 0
  #stopped = false

  constructor(code: string, number: number) {
    this.#code = code
    this.#number = number
    this.#key = code ? `${code} ${number}` : openedLogFile.text
    this.review = finished.get(this.#key) ?? null
  }

  /**
   * If somebody has asked for the review, fetch it or, until it is finished, keep asking in the background. Return after the first
   * answer of the server.
   */
  async find(): Promise<void> {
    if (this.review) return
    try {
      this.#receive(await findReview(this.#code, this.#number), FIRST_DELAY)
    } catch (error) {
      this.isOff = problemOf(error).key === 'table.no-reviews'
    }
  }

  /** Ask for the review until it is finished. */
  async ask(delay = FIRST_DELAY): Promise<void> {
    if (this.review || this.#stopped) return
    this.progress ??= 0
    try {
      const answer = await askForReview(this.#code, this.#number)
      this.problem = null
      this.#receive(answer, delay)
    } catch (error) {
      this.problem = problemOf(error)
      if (this.problem.key === 'client.offline') this.#askLater(MAX_DELAY)
    }
  }

  #receive(answer: Review | ReviewProgress, delay: number): void {
    if ('seats' in answer) {
      this.review = answer
      finished.set(this.#key, answer)
    } else {
      this.progress = answer.progress
      if (answer.progress !== null) this.#askLater(delay)
    }
  }

  #askLater(delay: number): void {
    if (!this.#stopped) this.#timer = window.setTimeout(() => void this.ask(Math.min(2 * delay, MAX_DELAY)), delay)
  }

  /** Stop asking the server, which finishes the review nevertheless. */
  stop(): void {
    this.#stopped = true
    clearTimeout(this.#timer)
  }
}
