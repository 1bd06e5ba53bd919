import type { GameClient } from '../contract'
import type en from '../../../../src/trapezi/games/silver_gold/locale/en.json'
import Board from './Board.svelte'
import './colours.css'
import { presentHistoryEntry } from './presentHistoryEntry'
import SeatBoard from './SeatBoard.svelte'
import SeatThumbnail from './SeatThumbnail.svelte'
import { visibleSeat, type SilverGoldView } from './view'

type Own = typeof en
declare module '../../core/i18n.svelte' {
  interface Messages extends Own {}
}

function question({ moves, board }: SilverGoldView) {
  const kind = moves[0]?.description.kind
  if (kind === 'keep' || kind === 'take') return { key: `silver_gold.client.ask.${kind}` }
  if (kind !== 'mark') return null
  if (board.owed > 0) return { key: 'silver_gold.client.ask.cross', params: { owed: board.owed } }
  const fits = moves.some((move) => move.description.kind === 'mark' && move.description.squares.length > 1)
  return { key: fits ? 'silver_gold.client.ask.mark' : 'silver_gold.client.ask.single' }
}

export default { Board, SeatThumbnail, SeatBoard, question, presentHistoryEntry, opponents: 'top', watching: { seat: visibleSeat, sentence: 'silver_gold.client.watching', followsTurn: false } } satisfies GameClient<SilverGoldView>
