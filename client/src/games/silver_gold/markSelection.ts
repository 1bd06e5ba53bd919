/** The mark that the player is selecting: the pattern's orientation, the squares that it covers, and the legal mark there. */
import { PositionState } from '../positionState.svelte'
import { cellOf, distance, centreOf, mirrorPose, squaresAround, applyPose, findPose, moveToCorner, areSameCells, type Cell, type Pose } from './patternGeometry'
import { markMoves, type Mark, type SilverGoldView } from './view'

/** The pattern as a preview on a card: the squares that it covers, and the square that was tapped to select them. */
export interface Ghost {
  readonly slot: number
  readonly squares: readonly number[]
  readonly anchor: number
}

const STRAIGHT: Pose = { turns: 0, mirrored: false }
const ONE: readonly Cell[] = [[0, 0]]
const SNAP_DISTANCE = 0.9 // squares

export class MarkSelection {
  readonly #view: () => SilverGoldView
  readonly #ghost = new PositionState<Ghost | null>(() => `${this.#turn} ${JSON.stringify(this.#view().board.draft)} ${this.marks.length}`, null)
  readonly #orientation = new PositionState(() => this.#turn, { pose: STRAIGHT, single: false })

  constructor(view: () => SilverGoldView) {
    this.#view = view
  }

  get #turn(): string {
    const { seat, board } = this.#view() // a shared device changes between seats
    return `${seat} ${board.round}.${board.turn}`
  }

  get marks(): readonly Mark[] {
    return markMoves(this.#view())
  }

  get pose(): Pose {
    return this.#orientation.value.pose
  }

  /** Whether the player marks one square instead of the pattern. */
  get isSingle(): boolean {
    return this.#orientation.value.single
  }

  /** Whether only single squares can be marked. */
  get hasOnlySingles(): boolean {
    return this.marks.every((mark) => mark.description.squares.length === 1)
  }

  get pattern(): readonly Cell[] {
    return this.#view().board.expedition?.pattern ?? ONE
  }

  /** The shape to mark: the pattern in its pose, or one square. */
  get shape(): readonly Cell[] {
    return this.isSingle || this.hasOnlySingles ? ONE : applyPose(this.pattern, this.pose)
  }

  get ghost(): Ghost | null {
    return this.#ghost.value
  }

  /** The legal mark at the ghost, if there is one. */
  get mark(): Mark | null {
    const ghost = this.ghost
    return (ghost && this.marks.find((mark) => mark.description.slot === ghost.slot && String(mark.description.squares) === String(ghost.squares))) ?? null
  }

  /** Return all marks that cover a square: those in the current pose first, single squares last. */
  marksCovering(slot: number, square: number): readonly Mark[] {
    const rank = (mark: Mark): number => (this.#hasShape(mark) ? 0 : mark.description.squares.length > 1 ? 1 : 2)
    const found = this.marks.filter((mark) => mark.description.slot === slot && mark.description.squares.includes(square))
    return found.sort((a, b) => rank(a) - rank(b))
  }

  #hasShape(mark: Mark): boolean {
    return areSameCells(moveToCorner(mark.description.squares.map(cellOf)), this.shape)
  }

  /** The number of the selected mark among those on the tapped square, and their count: `[2, 5]`. Null if there is only one. */
  get cyclePosition(): readonly [number, number] | null {
    const { ghost, mark } = this
    if (!ghost || !mark) return null
    const all = this.#cycle(ghost.slot, ghost.anchor)
    return all.length > 1 ? [all.indexOf(mark) + 1, all.length] : null
  }

  /** Return the marks on a square in the order in which taps go through them. The order does not depend on the pose. */
  #cycle(slot: number, square: number): readonly Mark[] {
    const found = this.marks.filter((mark) => mark.description.slot === slot && mark.description.squares.includes(square))
    if (this.isSingle) return found.filter((mark) => mark.description.squares.length === 1)
    return [...found.filter((mark) => mark.description.squares.length > 1), ...found.filter((mark) => mark.description.squares.length === 1)]
  }

  /** Select a mark on a square; on a second tap, the next one. Return true if a second tap on a single square should send it. */
  tap(slot: number, square: number): boolean {
    const { ghost, mark } = this
    if (ghost && mark && ghost.slot === slot && ghost.anchor === square) {
      const all = this.#cycle(slot, square)
      if (all.length === 1) return this.hasOnlySingles || this.isSingle
      this.#select(all[(all.indexOf(mark) + 1) % all.length]!, square)
    } else {
      const first = this.marksCovering(slot, square)[0]
      if (first) this.#select(first, square)
    }
    return false
  }

  #select(mark: Mark, anchor: number): void {
    const { slot, squares } = mark.description
    if (squares.length > 1) this.#orientation.value = { pose: findPose(this.pattern, squares, this.pose), single: false }
    this.#ghost.value = { slot, squares, anchor }
  }

  turn(): void {
    this.#orientation.value = { pose: { ...this.pose, turns: this.pose.turns + 1 }, single: false }
    this.#reposition()
  }

  mirror(): void {
    this.#orientation.value = { pose: mirrorPose(this.pose), single: false }
    this.#reposition()
  }

  /** Switch between one square and the pattern. */
  toggleSingle(): void {
    this.#orientation.value = { pose: this.pose, single: !this.isSingle }
    this.#reposition()
  }

  /** After a change of pose, keep the ghost near its place, on the tapped square if possible. */
  #reposition(): void {
    const ghost = this.ghost
    if (!ghost) return
    const from = centreOf(ghost.squares)
    const far = (mark: Mark): number => distance(centreOf(mark.description.squares), from)
    const fits = this.marksCovering(ghost.slot, ghost.anchor).filter((mark) => this.#hasShape(mark))
    const nearest = fits.sort((a, b) => far(a) - far(b))[0]
    this.#ghost.value = { ...ghost, squares: nearest?.description.squares ?? squaresAround(this.shape, from) }
  }

  /** Move the ghost to a point of a card, in squares from its corner. It snaps to a legal mark nearby. */
  moveTo(slot: number, point: Cell): void {
    const far = (mark: Mark): number => distance(centreOf(mark.description.squares), point)
    const fits = this.marks.filter((mark) => mark.description.slot === slot && this.#hasShape(mark) && far(mark) < SNAP_DISTANCE)
    const squares = fits.sort((a, b) => far(a) - far(b))[0]?.description.squares ?? squaresAround(this.shape, point)
    this.#ghost.value = { slot, squares, anchor: squares[0]! }
  }

  clear(): void {
    this.#ghost.value = null
  }
}
