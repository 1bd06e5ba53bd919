/** Apply a delta that the server has computed (`core/delta.py`) to the data before it, and return the new data. */
export function applyDelta(before: unknown, change: unknown): unknown {
  if (!isContainer(change) || Array.isArray(change)) return change
  if ('=' in change) return change['=']
  if (!isContainer(before)) return change
  if (Array.isArray(before)) {
    const splice = change['~']
    if (Array.isArray(splice)) {
      const [start, removed, ...items] = splice as [number, number, ...unknown[]]
      return [...before.slice(0, start), ...items, ...before.slice(start + removed)]
    }
    return before.map((item, n) => (String(n) in change ? applyDelta(item, change[n]) : item))
  }
  return { ...before, ...Object.fromEntries(Object.entries(change).map(([key, value]) => [key, applyDelta(before[key], value)])) }
}

function isContainer(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}
