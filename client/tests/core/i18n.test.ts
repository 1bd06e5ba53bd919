import { expect, test, vi } from 'vitest'

vi.stubGlobal('navigator', { languages: ['en'] }) // the settings read it
vi.stubGlobal('document', { documentElement: {} })
const { findMessage, loadMessages } = await import('../../src/core/i18n.svelte')

test('a request that is answered late does not undo what a later request has loaded', async () => {
  const titleOf = (name: string): Response => new Response(JSON.stringify({ [`${name}.title`]: name }))
  let answerLate: (response: Response) => void = () => undefined
  const answers = [new Promise<Response>((resolve) => (answerLate = resolve)), titleOf('chess'), titleOf('draughts')]
  vi.stubGlobal('fetch', async () => answers.shift())

  const first = loadMessages('chess')
  await loadMessages('draughts')
  answerLate(titleOf('chess'))
  await first
  expect([findMessage('chess.title'), findMessage('draughts.title')]).toEqual(['chess', 'draughts'])
})
