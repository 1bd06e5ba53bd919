import type { GameClient } from '../contract'
import type en from '../../../../src/trapezi/games/sideboards/locale/en.json'
import Board from './Board.svelte'
import './colours.css'
import SeatBoard from './SeatBoard.svelte'
import SeatThumbnail from './SeatThumbnail.svelte'
import type { SideboardsView } from './view'

type Own = typeof en
declare module '../../core/i18n.svelte' {
  interface Messages extends Own {}
}

function question({ seat, board: { phase, turn, turns, seats } }: SideboardsView) {
  if (phase === 'start') return { key: 'sideboards.client.ask.start' }
  if (seats[seat]?.exchanging) return { key: 'sideboards.client.ask.exchanged' }
  return { key: turn === turns ? 'sideboards.client.ask.last' : 'sideboards.client.ask.laying' }
}

export default { Board, SeatThumbnail, SeatBoard, question } satisfies GameClient<SideboardsView>
