/** The little Markdown that our rules pages use: headings, paragraphs, lists, tables; strong, emphasis and code within a line. */

export type Span = { readonly kind: 'text' | 'strong' | 'em' | 'code'; readonly text: string }
export type Line = readonly Span[]
export type Block =
  | { readonly kind: 'heading'; readonly level: number; readonly line: Line }
  | { readonly kind: 'paragraph'; readonly line: Line }
  | { readonly kind: 'list'; readonly ordered: boolean; readonly items: readonly Line[] }
  | Table

export interface Table {
  readonly kind: 'table'
  readonly head: readonly Line[]
  readonly rows: readonly (readonly Line[])[]
}

const ITEM = /^(-|\d+\.) +/
const MARKS = /\*\*(.+?)\*\*|\*(.+?)\*|`(.+?)`/g

export function spans(text: string): Line {
  const found: Span[] = []
  let at = 0
  for (const mark of text.matchAll(MARKS)) {
    if (mark.index > at) found.push({ kind: 'text', text: text.slice(at, mark.index) })
    const [whole, strong, em, code] = mark
    if (strong !== undefined) found.push({ kind: 'strong', text: strong })
    else if (em !== undefined) found.push({ kind: 'em', text: em })
    else found.push({ kind: 'code', text: code! })
    at = mark.index + whole.length
  }
  if (at < text.length) found.push({ kind: 'text', text: text.slice(at) })
  return found
}

const cells = (row: string): Line[] =>
  row
    .replace(/^\||\|\s*$/g, '')
    .split('|')
    .map((cell) => spans(cell.trim()))

/** The same table with its columns as rows. */
export function upright({ head, rows }: Table): Table {
  const columns = head.map((cell, n) => [cell, ...rows.map((row) => row[n] ?? [])])
  return { kind: 'table', head: columns[0]!, rows: columns.slice(1) }
}

export function blocks(page: string): Block[] {
  return page.split(/\n\s*\n/).flatMap((part) => pieces(part.split('\n').filter((line) => line.trim())))
}

/** The blocks of lines without an empty one between: a heading may stand on its list, a list on its table. */
function pieces(lines: string[]): Block[] {
  const [first] = lines
  if (first === undefined) return []
  const heading = /^(#+) +(.*)$/.exec(first)
  if (heading) return [{ kind: 'heading', level: heading[1]!.length, line: spans(heading[2]!) }, ...pieces(lines.slice(1))]
  const kind = kindOf(first)
  const end = lines.findIndex((line, n) => n > 0 && kindOf(line) !== kind && !(kind !== 'table' && kindOf(line) === 'paragraph'))
  const own = end < 0 ? lines : lines.slice(0, end)
  const rest = end < 0 ? [] : pieces(lines.slice(end))
  if (kind === 'table') return [{ kind, head: cells(own[0]!), rows: own.slice(2).map(cells) }, ...rest]
  if (kind === 'paragraph') return [{ kind, line: spans(own.map((line) => line.trim()).join(' ')) }, ...rest]
  const items: string[] = []
  for (const line of own) {
    if (ITEM.test(line)) items.push(line.replace(ITEM, ''))
    else items[items.length - 1] += ` ${line.trim()}`
  }
  return [{ kind: 'list', ordered: kind === 'ordered', items: items.map(spans) }, ...rest]
}

function kindOf(line: string): 'table' | 'ordered' | 'list' | 'heading' | 'paragraph' {
  if (line.startsWith('|')) return 'table'
  if (line.startsWith('#')) return 'heading'
  if (line.startsWith('- ')) return 'list'
  return ITEM.test(line) ? 'ordered' : 'paragraph'
}
