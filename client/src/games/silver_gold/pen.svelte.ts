/** The pen over my two cards: how the pattern is held, where its ghost lies, and which legal mark that is. */
import { cellOf, distance, middle, mirror, over, posed, poseOf, pushed, same, type Cell, type Pose } from './pattern'
import { marksOf, type Mark, type SilverView } from './view'

/** Squares under the pen, and the square that was tapped for them. */
export interface Ghost {
  readonly slot: number
  readonly squares: readonly number[]
  readonly anchor: number
}

const STRAIGHT: Pose = { turns: 0, mirrored: false }
const ONE: readonly Cell[] = [[0, 0]]
const PULL = 0.9 // squares

export class Pen {
  readonly #view: () => SilverView
  // What is held counts for one moment of the game only; the next one begins with an empty hand.
  #held = $state.raw<{ readonly at: string; readonly ghost: Ghost } | null>(null)
  #posed = $state.raw<{ readonly card: string; readonly pose: Pose; readonly alone: boolean } | null>(null)

  constructor(view: () => SilverView) {
    this.#view = view
  }

  get #card(): string {
    const { seat, board } = this.#view() // a shared device shows one seat after the other
    return `${seat} ${board.round}.${board.turn}`
  }

  get #at(): string {
    return `${this.#card} ${JSON.stringify(this.#view().board.draft)} ${this.marks.length}`
  }

  get marks(): readonly Mark[] {
    return marksOf(this.#view())
  }

  get pose(): Pose {
    return this.#posed?.card === this.#card ? this.#posed.pose : STRAIGHT
  }

  /** One square instead of the pattern, as the player wants it. */
  get alone(): boolean {
    return this.#posed?.card === this.#card && this.#posed.alone
  }

  /** Whether nothing but single squares can be marked. */
  get onlySingles(): boolean {
    return this.marks.every((mark) => mark.description.squares.length === 1)
  }

  get pattern(): readonly Cell[] {
    return this.#view().board.expedition?.pattern ?? ONE
  }

  /** What the pen draws: the pattern as it is held, or a square. */
  get shape(): readonly Cell[] {
    return this.alone || this.onlySingles ? ONE : posed(this.pattern, this.pose)
  }

  get ghost(): Ghost | null {
    return this.#held?.at === this.#at ? this.#held.ghost : null
  }

  /** The legal mark that the ghost is, if it is one. */
  get chosen(): Mark | null {
    const ghost = this.ghost
    return (ghost && this.marks.find((mark) => mark.description.slot === ghost.slot && String(mark.description.squares) === String(ghost.squares))) ?? null
  }

  /** All marks that cover a square: first those that look like the pattern as it is held, a single square last. */
  covering(slot: number, square: number): readonly Mark[] {
    const rank = (mark: Mark): number => (this.#looksHeld(mark) ? 0 : mark.description.squares.length > 1 ? 1 : 2)
    const found = this.marks.filter((mark) => mark.description.slot === slot && mark.description.squares.includes(square))
    return found.sort((a, b) => rank(a) - rank(b))
  }

  #looksHeld(mark: Mark): boolean {
    return same(pushed(mark.description.squares.map(cellOf)), this.shape)
  }

  /** Which of how many marks on the tapped square is shown: `[2, 5]`. Null where there is nothing to go through. */
  get place(): readonly [number, number] | null {
    const { ghost, chosen } = this
    if (!ghost || !chosen) return null
    const all = this.#round(ghost.slot, ghost.anchor)
    return all.length > 1 ? [all.indexOf(chosen) + 1, all.length] : null
  }

  /** The marks on a square in the order in which taps go through them. It does not depend on the pose. */
  #round(slot: number, square: number): readonly Mark[] {
    const found = this.marks.filter((mark) => mark.description.slot === slot && mark.description.squares.includes(square))
    if (this.alone) return found.filter((mark) => mark.description.squares.length === 1)
    return [...found.filter((mark) => mark.description.squares.length > 1), ...found.filter((mark) => mark.description.squares.length === 1)]
  }

  /** Chooses a mark on a square; tapped again, the next one. Says whether it stays and so can be sent: where taps mean single squares only. */
  tap(slot: number, square: number): boolean {
    const { ghost, chosen } = this
    if (ghost && chosen && ghost.slot === slot && ghost.anchor === square) {
      const all = this.#round(slot, square)
      if (all.length === 1) return this.onlySingles || this.alone
      this.#choose(all[(all.indexOf(chosen) + 1) % all.length]!, square)
    } else {
      const first = this.covering(slot, square)[0]
      if (first) this.#choose(first, square)
    }
    return false
  }

  #choose(mark: Mark, anchor: number): void {
    const { slot, squares } = mark.description
    if (squares.length > 1) this.#hold(poseOf(this.pattern, squares, this.pose), false)
    this.#lay({ slot, squares, anchor })
  }

  turn(): void {
    this.#hold({ ...this.pose, turns: this.pose.turns + 1 }, false)
    this.#again()
  }

  mirror(): void {
    this.#hold(mirror(this.pose), false)
    this.#again()
  }

  /** One square instead of the pattern, or the pattern again. */
  single(): void {
    this.#hold(this.pose, !this.alone)
    this.#again()
  }

  /** Lays the shape, held in another way now, where the ghost was: so that it covers the tapped square, if it can. */
  #again(): void {
    const ghost = this.ghost
    if (!ghost) return
    const from = middle(ghost.squares)
    const far = (mark: Mark): number => distance(middle(mark.description.squares), from)
    const fits = this.covering(ghost.slot, ghost.anchor).filter((mark) => this.#looksHeld(mark))
    const nearest = fits.sort((a, b) => far(a) - far(b))[0]
    this.#lay({ ...ghost, squares: nearest?.description.squares ?? over(this.shape, from) })
  }

  /** Holds the shape over a point of a card, in squares from its corner. A place where it fits pulls it. */
  hover(slot: number, point: Cell): void {
    const far = (mark: Mark): number => distance(middle(mark.description.squares), point)
    const fits = this.marks.filter((mark) => mark.description.slot === slot && this.#looksHeld(mark) && far(mark) < PULL)
    const squares = fits.sort((a, b) => far(a) - far(b))[0]?.description.squares ?? over(this.shape, point)
    this.#lay({ slot, squares, anchor: squares[0]! })
  }

  lift(): void {
    this.#held = null
  }

  #lay(ghost: Ghost): void {
    this.#held = { at: this.#at, ghost }
  }

  #hold(pose: Pose, alone: boolean): void {
    this.#posed = { card: this.#card, pose, alone }
  }
}
