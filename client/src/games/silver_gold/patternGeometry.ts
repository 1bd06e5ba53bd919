/**
 * Geometry of patterns on a card of four rows of four squares. The server decides which marks are legal.
 *
 *        a   b   c   d
 *    1   0   1   2   3
 *    2   4   5   6   7
 *    3   8   9  10  11
 *    4  12  13  14  15
 */
export const SIDE = 4

export type Cell = readonly [column: number, row: number]

/** The orientation of a pattern: whether it is mirrored, and then the number of quarter turns clockwise. */
export interface Pose {
  readonly turns: number
  readonly mirrored: boolean
}

/** Return the name of a square, from `a1` to `d4`. */
export const squareName = (square: number): string => `${'abcd'[square % SIDE]}${Math.floor(square / SIDE) + 1}`

/** Return the text of the move that marks squares of a card, such as `left a1 b1`. */
export function markMoveText(slot: number, squares: readonly number[]): string {
  return [slot ? 'right' : 'left', ...squares.map(squareName)].join(' ')
}

export const cellOf = (square: number): Cell => [square % SIDE, Math.floor(square / SIDE)]

/** Move cells to the top left corner, and return them in reading order. */
export function moveToCorner(cells: readonly Cell[]): Cell[] {
  const left = Math.min(...cells.map(([x]) => x))
  const top = Math.min(...cells.map(([, y]) => y))
  return cells.map(([x, y]): Cell => [x - left, y - top]).sort(([x, y], [u, v]) => y - v || x - u)
}

/** Return the cells of a pattern in a pose. */
export function applyPose(cells: readonly Cell[], { turns, mirrored }: Pose): Cell[] {
  let turned = mirrored ? cells.map(([x, y]): Cell => [-x, y]) : [...cells]
  for (let n = 0; n < (((turns % 4) + 4) % 4); n++) turned = turned.map(([x, y]): Cell => [-y, x])
  return moveToCorner(turned)
}

/** Return the pose in which the pattern looks mirrored left to right, compared with a given pose. */
export const mirrorPose = ({ turns, mirrored }: Pose): Pose => ({ turns: -turns, mirrored: !mirrored })

export const areSameCells = (some: readonly Cell[], others: readonly Cell[]): boolean => String(some) === String(others)

/** Return the pose in which a pattern has the shape of these squares. Among several poses, return the one closest to `near`. */
export function findPose(pattern: readonly Cell[], squares: readonly number[], near: Pose): Pose {
  const wanted = moveToCorner(squares.map(cellOf))
  for (const mirrored of [near.mirrored, !near.mirrored])
    for (const turn of [0, 1, -1, 2]) {
      const pose = { turns: near.turns + turn, mirrored }
      if (areSameCells(applyPose(pattern, pose), wanted)) return pose
    }
  return near
}

/** Return the centre of the smallest rectangle around some squares. */
export function centreOf(squares: readonly number[]): Cell {
  const cells = squares.map(cellOf)
  const between = (ends: number[]): number => (Math.min(...ends) + Math.max(...ends) + 1) / 2
  return [between(cells.map(([x]) => x)), between(cells.map(([, y]) => y))]
}

/** Return the square that is nearest to the centre of these squares. If several are equally near, return the first. */
export function middleSquare(squares: readonly number[]): number {
  const centre = centreOf(squares)
  const far = (square: number): number => distance(cellOf(square).map((n) => n + 0.5) as [number, number], centre)
  return squares.reduce((best, square) => (far(square) < far(best) - 1e-6 ? square : best))
}

export const distance = ([x, y]: Cell, [u, v]: Cell): number => Math.hypot(x - u, y - v)

/** Return the squares that a shape covers if its centre is at a point, or as close to the point as the edges of the card allow. */
export function squaresAround(shape: readonly Cell[], [x, y]: Cell): number[] {
  const width = 1 + Math.max(...shape.map(([column]) => column))
  const height = 1 + Math.max(...shape.map(([, row]) => row))
  const left = Math.max(0, Math.min(SIDE - width, Math.round(x - width / 2)))
  const top = Math.max(0, Math.min(SIDE - height, Math.round(y - height / 2)))
  return shape.map(([column, row]) => (row + top) * SIDE + column + left).sort((a, b) => a - b)
}

/** Return the number of columns and rows, possibly halves, by which an island must move to be in the centre of its card. */
export function centringOffset(grid: readonly string[]): Cell {
  const [x, y] = centreOf(islandSquares(grid))
  return [SIDE / 2 - x, SIDE / 2 - y]
}

/** Return the squares that belong to the island of a card. */
export const islandSquares = (grid: readonly string[]): number[] => [...Array(SIDE * SIDE).keys()].filter((square) => symbolAt(grid, square) !== '.')

export const symbolAt = (grid: readonly string[], square: number): string => grid[Math.floor(square / SIDE)]?.[square % SIDE] ?? '.'
