import { describe, expect, it } from 'vitest'
import { parseMarkdown, parseLine, transposed } from '../../src/core/markdown'

const PAGES = import.meta.glob<string>('../../../src/trapezi/games/*/locale/rules.*.md', { import: 'default', query: '?raw', eager: true })
const text = (line: ReturnType<typeof parseLine>) => line.map((span) => span.text).join('')

describe('the rules pages', () => {
  it('mark strong, emphasised and coded words', () => {
    expect(parseLine('a **lock** in *one* row (`first`)').map((span) => span.kind)).toEqual(['text', 'strong', 'text', 'em', 'text', 'code', 'text'])
  })

  it('join lines of a paragraph and of a list item', () => {
    const [paragraph, list] = parseMarkdown('One\ntwo.\n\n- red\n  and blue\n- green')
    expect(paragraph).toMatchObject({ kind: 'paragraph', line: [{ text: 'One two.' }] })
    expect(list?.kind === 'list' && list.items.map(text)).toEqual(['red and blue', 'green'])
  })

  it('have tables with a head', () => {
    expect(parseMarkdown('| a | b |\n|---|---|\n| 1 | 2 |')).toMatchObject([{ kind: 'table', head: [[{ text: 'a' }], [{ text: 'b' }]], rows: [[[{ text: '1' }], [{ text: '2' }]]] }])
  })

  it('show steps of lessons, before or after the move', () => {
    const [before, after] = parseMarkdown('![A **lock**](first/lock)\n\n![Closed](first/lock/after)')
    expect(before).toMatchObject({ kind: 'picture', caption: [{ text: 'A ' }, { text: 'lock' }], lesson: 'first', step: 'lock', after: false })
    expect(after).toMatchObject({ kind: 'picture', lesson: 'first', step: 'lock', after: true })
  })

  it('can be transposed', () => {
    const [table] = parseMarkdown('| a | b | c |\n|---|---|---|\n| 1 | 2 | 3 |')
    expect(table?.kind === 'table' && transposed(table)).toMatchObject({ head: [[{ text: 'a' }], [{ text: '1' }]], rows: [[[{ text: 'b' }], [{ text: '2' }]], [[{ text: 'c' }], [{ text: '3' }]]] })
  })

  for (const [path, page] of Object.entries(PAGES)) {
    it(`name no option in code in ${path.split('games/')[1]}`, () => expect(page).not.toContain('`'))
    it(`keep every character of ${path.split('games/')[1]}`, () => {
      const shown = parseMarkdown(page).flatMap((block) => (block.kind === 'list' ? block.items : block.kind === 'table' ? [...block.head, ...block.rows.flat()] : [block.kind === 'picture' ? block.caption : block.line]))
      const bare = (words: string) => words.replace(/[\s*`|]/g, '')
      const source = page.replace(/^#+ /gm, '').replace(/^(-|\d+\.) /gm, '').replace(/^\|[-| ]+\|$/gm, '').replace(/^!\[(.*)\]\(.*\)$/gm, '$1')
      expect(bare(shown.map(text).join(''))).toBe(bare(source))
    })
  }
})
