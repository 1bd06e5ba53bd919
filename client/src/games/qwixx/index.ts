import type { GameClient } from '../contract'
import type en from '../../../../src/trapezi/games/qwixx/locale/en.json'
import Board from './Board.svelte'
import SeatBoard from './SeatBoard.svelte'
import SeatThumbnail from './SeatThumbnail.svelte'
import { PASS } from './sheet/sheet'
import type { QwixxView } from './view'

type Own = typeof en
declare module '../../core/i18n.svelte' {
  interface Messages extends Own {}
}

function question({ moves, board }: QwixxView) {
  const pass = moves.find((move) => move.move === PASS)
  if (!pass) return null
  if (board.phase === 'white') return { key: 'qwixx.client.ask-white', params: { number: board.sums.white } }
  return { key: pass.preview.points < 0 ? 'qwixx.client.ask-or-miss' : 'qwixx.client.ask-colour' }
}

export default { Board, SeatThumbnail, SeatBoard, question } satisfies GameClient<QwixxView>
