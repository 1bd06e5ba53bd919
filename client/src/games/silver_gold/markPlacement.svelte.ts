/** Where the player has placed the pattern: its orientation, the squares that it covers, and the legal mark on these squares, if any. */
import { PositionState } from '../../core/selection.svelte'
import { cellOf, distance, centreOf, middleSquare, mirrorPose, squaresAround, applyPose, findPose, moveToCorner, areSameCells, type Cell, type Pose } from './patternGeometry'
import { markMoves, type Mark, type SilverGoldView } from './view'

/** The preview of the pattern on a card: the squares that it covers, and the square that the player tapped (`anchor`). */
export interface Ghost {
  readonly slot: number
  readonly squares: readonly number[]
  readonly anchor: number
}

const STRAIGHT: Pose = { turns: 0, mirrored: false }
const ONE: readonly Cell[] = [[0, 0]]
const SNAP_DISTANCE = 0.9 // the largest distance, in squares, from which a dragged pattern snaps to a legal mark

export class MarkPlacement {
  readonly #view: () => SilverGoldView
  #hovered: { readonly slot: number; readonly square: number } | null = $state.raw(null)
  readonly #ghost = new PositionState<Ghost | null>(() => `${this.#turn} ${JSON.stringify(this.#view().board.draft)} ${this.marks.length}`, null)
  readonly #orientation = new PositionState(() => this.#turn, { pose: STRAIGHT, single: false })

  constructor(view: () => SilverGoldView) {
    this.#view = view
  }

  get #turn(): string {
    const { seat, board } = this.#view() // A shared device shows several seats in turn.
    return `${seat} ${board.round}.${board.turn}`
  }

  get marks(): readonly Mark[] {
    return markMoves(this.#view())
  }

  get pose(): Pose {
    return this.#orientation.value.pose
  }

  /** Whether the player has chosen to mark one square instead of the pattern. */
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

  /** The shape to mark: the pattern in its orientation, or one square. */
  get shape(): readonly Cell[] {
    return this.isSingle || this.hasOnlySingles ? ONE : applyPose(this.pattern, this.pose)
  }

  get ghost(): Ghost | null {
    return this.#ghost.value
  }

  /** The legal mark where the pattern is previewed, if there is one. */
  get mark(): Mark | null {
    const ghost = this.ghost
    return (ghost && this.marks.find((mark) => mark.description.slot === ghost.slot && String(mark.description.squares) === String(ghost.squares))) ?? null
  }

  /**
   * Return the mark that a tap on a square selects: if possible in the current pose, and with the square as its middle, so that each
   * mark can be selected by a tap on its middle. A single square is the last resort.
   */
  markAt(slot: number, square: number): Mark | null {
    const rank = (mark: Mark): number => (this.#hasShape(mark) ? 0 : mark.description.squares.length > 1 ? 2 : 4) + (middleSquare(mark.description.squares) === square ? 0 : 1)
    return this.#marksCovering(slot, square).sort((a, b) => rank(a) - rank(b))[0] ?? null
  }

  #marksCovering(slot: number, square: number): Mark[] {
    return this.marks.filter((mark) => mark.description.slot === slot && mark.description.squares.includes(square))
  }

  #hasShape(mark: Mark): boolean {
    return areSameCells(moveToCorner(mark.description.squares.map(cellOf)), this.shape)
  }

  /** Select the mark on a square, or deselect it if it is selected already. */
  tap(slot: number, square: number): void {
    const mark = this.markAt(slot, square)
    const again = this.ghost?.slot === slot && (this.ghost.anchor === square || (mark !== null && this.mark === mark))
    this.#hovered = null
    if (again) this.clear()
    else if (mark) this.select(mark, square)
  }

  /** Preview the mark on the square under the mouse pointer, or no mark if the square is null. */
  hover(slot: number, square: number | null): void {
    this.#hovered = square === null ? null : { slot, square }
  }

  /** Return the squares of a card that a tap would select, or none while something is selected. */
  hoveredSquares(slot: number): readonly number[] {
    if (this.ghost || this.#hovered?.slot !== slot) return []
    return this.markAt(slot, this.#hovered.square)?.description.squares ?? []
  }

  /** Select a mark. `anchor` is the square that was tapped. */
  select(mark: Mark, anchor = mark.description.squares[0]!): void {
    const { slot, squares } = mark.description
    if (squares.length > 1) this.#orientation.value = { pose: findPose(this.pattern, squares, this.pose), single: false }
    this.#ghost.value = { slot, squares, anchor }
  }

  /** Turn the pattern clockwise by a number of quarter turns. */
  turn(quarters = 1): void {
    this.#orientation.value = { pose: { ...this.pose, turns: this.pose.turns + quarters }, single: false }
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

  /** After a change of pose, place the ghost near its previous place, on the tapped square if possible. */
  #reposition(): void {
    const ghost = this.ghost
    if (!ghost) return
    const from = centreOf(ghost.squares)
    const far = (mark: Mark): number => distance(centreOf(mark.description.squares), from)
    const fits = this.#marksCovering(ghost.slot, ghost.anchor).filter((mark) => this.#hasShape(mark))
    const nearest = fits.sort((a, b) => far(a) - far(b))[0]
    this.#ghost.value = { ...ghost, squares: nearest?.description.squares ?? squaresAround(this.shape, from) }
  }

  /** Move the ghost to a point on a card, measured in squares. It snaps to a legal mark nearby. */
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
