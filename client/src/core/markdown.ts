/** Parse the subset of Markdown that rules pages use: headings, paragraphs, lists, tables, pictures, and strong, emphasized and code text. */

type Span = { readonly kind: 'text' | 'strong' | 'em' | 'code'; readonly text: string }
export type Line = readonly Span[]
type Block =
  | { readonly kind: 'heading'; readonly level: number; readonly line: Line }
  | { readonly kind: 'paragraph'; readonly line: Line }
  | { readonly kind: 'list'; readonly ordered: boolean; readonly items: readonly Line[] }
  | Table
  | Picture

/** A picture that shows the board in a step of a lesson, before the expected move or, with `after`, after it. */
export interface Picture {
  readonly kind: 'picture'
  readonly caption: Line
  readonly lesson: string
  readonly step: string
  readonly after: boolean
}

export interface Table {
  readonly kind: 'table'
  readonly head: readonly Line[]
  readonly rows: readonly (readonly Line[])[]
}

const ITEM = /^(-|\d+\.) +/
const PICTURE = /^!\[(.+)\]\(([\w-]+)\/([\w-]+)(\/after)?\)$/
const MARKS = /\*\*(.+?)\*\*|\*(.+?)\*|`(.+?)`/g

export function parseLine(text: string): Line {
  const spans: Span[] = []
  let end = 0
  for (const mark of text.matchAll(MARKS)) {
    if (mark.index > end) spans.push({ kind: 'text', text: text.slice(end, mark.index) })
    const [whole, strong, em, code] = mark
    if (strong !== undefined) spans.push({ kind: 'strong', text: strong })
    else if (em !== undefined) spans.push({ kind: 'em', text: em })
    else spans.push({ kind: 'code', text: code! })
    end = mark.index + whole.length
  }
  if (end < text.length) spans.push({ kind: 'text', text: text.slice(end) })
  return spans
}

const parseCells = (row: string): Line[] =>
  row
    .replace(/^\||\|\s*$/g, '')
    .split('|')
    .map((cell) => parseLine(cell.trim()))

/** Return the table with rows and columns exchanged. */
export function transposed({ head, rows }: Table): Table {
  const columns = head.map((cell, n) => [cell, ...rows.map((row) => row[n] ?? [])])
  return { kind: 'table', head: columns[0]!, rows: columns.slice(1) }
}

export function parseMarkdown(page: string): Block[] {
  return page.split(/\n\s*\n/).flatMap((part) => splitBlocks(part.split('\n').filter((line) => line.trim())))
}

/** Split a paragraph of lines into blocks, because a list may directly follow its heading without an empty line. */
function splitBlocks(lines: string[]): Block[] {
  const [first] = lines
  if (first === undefined) return []
  const heading = /^(#+) +(.*)$/.exec(first)
  if (heading) return [{ kind: 'heading', level: heading[1]!.length, line: parseLine(heading[2]!) }, ...splitBlocks(lines.slice(1))]
  const picture = PICTURE.exec(first)
  if (picture) return [{ kind: 'picture', caption: parseLine(picture[1]!), lesson: picture[2]!, step: picture[3]!, after: picture[4] !== undefined }, ...splitBlocks(lines.slice(1))]
  const kind = kindOf(first)
  const end = lines.findIndex((line, n) => n > 0 && kindOf(line) !== kind && !(kind !== 'table' && kindOf(line) === 'paragraph'))
  const own = end < 0 ? lines : lines.slice(0, end)
  const rest = end < 0 ? [] : splitBlocks(lines.slice(end))
  if (kind === 'table') return [{ kind, head: parseCells(own[0]!), rows: own.slice(2).map(parseCells) }, ...rest]
  if (kind === 'paragraph') return [{ kind, line: parseLine(own.map((line) => line.trim()).join(' ')) }, ...rest]
  const items: string[] = []
  for (const line of own) {
    if (ITEM.test(line)) items.push(line.replace(ITEM, ''))
    else items[items.length - 1] += ` ${line.trim()}`
  }
  return [{ kind: 'list', ordered: kind === 'ordered', items: items.map(parseLine) }, ...rest]
}

function kindOf(line: string): 'table' | 'ordered' | 'list' | 'heading' | 'paragraph' {
  if (line.startsWith('|')) return 'table'
  if (line.startsWith('#')) return 'heading'
  if (line.startsWith('- ')) return 'list'
  return ITEM.test(line) ? 'ordered' : 'paragraph'
}
