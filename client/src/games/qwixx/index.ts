import type { GameClient, View } from '../contract'
import Board from './Board.svelte'
import Large from './Large.svelte'
import Small from './Small.svelte'
import { PASS, read } from './table'

/** The status line: which number, or which dice. */
function asked(given: View): { key: string; params?: Record<string, unknown> } | null {
  const view = read(given)
  const pass = view.moves.find((move) => move.move === PASS)
  if (!pass) return null
  if (view.board.phase === 'white') return { key: 'qwixx.client.ask-white', params: { number: view.board.sums.white } }
  return { key: pass.preview.points < 0 ? 'qwixx.client.ask-or-miss' : 'qwixx.client.ask-colour' }
}

export default { Board, Small, Large, asked } satisfies GameClient
