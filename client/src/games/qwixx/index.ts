import type { GameClient } from '../contract'
import type en from '../../../../src/trapezi/games/qwixx/locale/en.json'
import Board from './Board.svelte'
import SeatBoard from './SeatBoard.svelte'
import SeatThumbnail from './SeatThumbnail.svelte'
import { translate } from '../../core/i18n.svelte'
import type { EntryPresentation } from '../../core/moveEventQueue.svelte'
import type { HistoryEntry } from '../../core/protocol'
import { CELLS_PER_ROW, PASS, cellAt } from './sheet/sheet'
import { visibleSeat, type QwixxView } from './view'

type Own = typeof en
declare module '../../core/i18n.svelte' {
  interface Messages extends Own {}
}

/** Return the question for the status line, which depends on whether the player can cross anything. */
function question({ moves, board }: QwixxView) {
  const pass = moves.find((move) => move.move === PASS)
  if (!pass) return null
  const miss = pass.preview.points < 0
  if (board.phase === 'white') return { key: moves.length > 1 ? 'qwixx.client.ask-white' : 'qwixx.client.white-fits-nowhere', params: { number: board.sums.white } }
  if (moves.length > 1) return { key: miss ? 'qwixx.client.ask-or-miss' : 'qwixx.client.ask-colour' }
  return { key: miss ? 'qwixx.client.nothing-fits-miss' : 'qwixx.client.nothing-fits' }
}

/** Describe a cross by its colour and number, and mark its cell. A roll only plays a sound. */
function presentHistoryEntry({ seat, description }: HistoryEntry): EntryPresentation | null {
  if (description?.['kind'] === 'roll') return { changed: ['dice'], sound: 'dice' }
  if (description?.['kind'] === 'pass') return { text: translate('qwixx.happened.pass') }
  if (description?.['kind'] !== 'cross') return null
  const { row, position } = description as { row: number; position: number }
  const key = position === CELLS_PER_ROW - 1 ? 'qwixx.happened.lock' : 'qwixx.happened.cross'
  return { text: translate(key, description), changed: [`sheet ${seat} cell ${cellAt(row, position)}`], sound: 'cross' }
}

export default { Board, SeatThumbnail, SeatBoard, question, presentHistoryEntry, watching: { seat: visibleSeat, sentence: 'client.watching-sheet', followsTurn: true } } satisfies GameClient<QwixxView>
