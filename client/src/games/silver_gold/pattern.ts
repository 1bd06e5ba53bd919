/**
 * Where things lie on a card of four rows of four squares. What may lie there, the law says.
 *
 *        a   b   c   d
 *    1   0   1   2   3
 *    2   4   5   6   7
 *    3   8   9  10  11
 *    4  12  13  14  15
 */
export const SIDE = 4

export type Cell = readonly [column: number, row: number]

/** How a pattern is held: quarter turns to the right, after mirroring it or not. */
export interface Pose {
  readonly turns: number
  readonly mirrored: boolean
}

/** `a1` to `d4`. */
export function nameOf(square: number): string {
  return `${'abcd'[square % SIDE]}${Math.floor(square / SIDE) + 1}`
}

/** A mark as the law writes it: `left a1 b1`. */
export function textOf(slot: number, squares: readonly number[]): string {
  return [slot ? 'right' : 'left', ...squares.map(nameOf)].join(' ')
}

export function cellOf(square: number): Cell {
  return [square % SIDE, Math.floor(square / SIDE)]
}

/** Pushed into the top left corner, in reading order. */
export function pushed(cells: readonly Cell[]): Cell[] {
  const left = Math.min(...cells.map(([x]) => x))
  const top = Math.min(...cells.map(([, y]) => y))
  return cells.map(([x, y]): Cell => [x - left, y - top]).sort(([x, y], [u, v]) => y - v || x - u)
}

export function posed(cells: readonly Cell[], { turns, mirrored }: Pose): Cell[] {
  let found = mirrored ? cells.map(([x, y]): Cell => [-x, y]) : [...cells]
  for (let n = 0; n < (((turns % 4) + 4) % 4); n++) found = found.map(([x, y]): Cell => [-y, x])
  return pushed(found)
}

/** The mirror image of what is seen, left to right. */
export function mirror({ turns, mirrored }: Pose): Pose {
  return { turns: -turns, mirrored: !mirrored }
}

export function same(some: readonly Cell[], others: readonly Cell[]): boolean {
  return String(some) === String(others)
}

/** The pose, near a given one, in which a pattern looks like these squares. */
export function poseOf(pattern: readonly Cell[], squares: readonly number[], near: Pose): Pose {
  const wanted = pushed(squares.map(cellOf))
  for (const mirrored of [near.mirrored, !near.mirrored])
    for (const turn of [0, 1, -1, 2]) {
      const pose = { turns: near.turns + turn, mirrored }
      if (same(posed(pattern, pose), wanted)) return pose
    }
  return near
}

/** The middle of some squares. */
export function middle(squares: readonly number[]): Cell {
  const cells = squares.map(cellOf)
  const between = (ends: number[]): number => (Math.min(...ends) + Math.max(...ends) + 1) / 2
  return [between(cells.map(([x]) => x)), between(cells.map(([, y]) => y))]
}

export function distance([x, y]: Cell, [u, v]: Cell): number {
  return Math.hypot(x - u, y - v)
}

/** The squares that a shape covers when its middle is held over a point of the card; it does not leave the card. */
export function over(shape: readonly Cell[], [x, y]: Cell): number[] {
  const width = 1 + Math.max(...shape.map(([column]) => column))
  const height = 1 + Math.max(...shape.map(([, row]) => row))
  const left = Math.max(0, Math.min(SIDE - width, Math.round(x - width / 2)))
  const top = Math.max(0, Math.min(SIDE - height, Math.round(y - height / 2)))
  return shape.map(([column, row]) => (row + top) * SIDE + column + left).sort((a, b) => a - b)
}

/** How far an island is moved so that it lies in the middle of its card: columns and rows, in halves. */
export function shift(grid: readonly string[]): Cell {
  const [x, y] = middle(squaresOf(grid))
  return [SIDE / 2 - x, SIDE / 2 - y]
}

export function squaresOf(grid: readonly string[]): number[] {
  return [...Array(SIDE * SIDE).keys()].filter((square) => symbolAt(grid, square) !== '.')
}

export function symbolAt(grid: readonly string[], square: number): string {
  return grid[Math.floor(square / SIDE)]?.[square % SIDE] ?? '.'
}
