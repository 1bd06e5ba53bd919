/** Arrange the marks of a chart in rows, so that they do not overlap. */

/** Return a row for each mark, so that marks in the same row do not overlap. `positions` are in ascending order. */
export function stackMarks(positions: readonly number[], distance: number): number[] {
  const last: number[] = []
  return positions.map((x) => {
    const row = last.findIndex((previous) => x - previous >= distance)
    const free = row === -1 ? last.length : row
    last[free] = x
    return free
  })
}
