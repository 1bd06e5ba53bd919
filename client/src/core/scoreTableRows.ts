/** Combine several score sheets into one table with a row per kind of score line. */
import type { ScoreLine } from '../games/contract'
import { hasMessageFor, translate } from './i18n.svelte'

export interface ScoreRow {
  readonly label: string
  /** The points of each sheet, or null for a sheet without a line of this kind. */
  readonly points: readonly (number | null)[]
}

/** Return one row per kind of score line, in order of first appearance. Lines of the same kind on a sheet are added up. */
export function scoreTableRows(sheets: readonly (readonly ScoreLine[])[]): readonly ScoreRow[] {
  const rows = new Map<string, (number | null)[]>()
  sheets.forEach((lines, sheet) => {
    for (const line of lines) {
      const label = labelOfLine(line)
      if (!rows.has(label)) rows.set(label, sheets.map(() => null))
      const points = rows.get(label)!
      points[sheet] = (points[sheet] ?? 0) + line.points
    }
  })
  return [...rows].map(([label, points]) => ({ label, points }))
}

/** Return the short label of a score line (`<game>.score-label.row`) or, if it has none, its full text (`<game>.score.row`). */
function labelOfLine({ key, params }: ScoreLine): string {
  const label: string = key.replace('.score.', '.score-label.')
  return hasMessageFor(label, params) ? translate(label, params) : translate(key, params)
}
