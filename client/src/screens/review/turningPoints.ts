/** Extract the turning points of a game from its review. */
import type { Review } from '../../core/protocol'

export interface TurningPoint {
  /** The number of the event. */
  readonly n: number
  /** The seat whose value changed most. */
  readonly seat: number
  readonly before: number
  readonly after: number
}

/** Return the turning points in chronological order. Each names the seat whose value changed most. */
export function describeTurningPoints(review: Review): TurningPoint[] {
  return review.turning_points.flatMap((n) => {
    const at = review.curve.findIndex((point) => point.n === n)
    const [before, after] = [review.curve[at - 1]?.values, review.curve[at]?.values]
    if (!before || !after) return []
    const change = (seat: number) => Math.abs(after[seat]! - before[seat]!)
    const seat = [...after.keys()].reduce((best, each) => (change(each) > change(best) ? each : best), 0)
    return [{ n, seat, before: before[seat]!, after: after[seat]! }]
  })
}
