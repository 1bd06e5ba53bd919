import type { GameClient, View } from '../contract'
import type en from '../../../../src/trapezi/games/sideboards/locale/en.json'
import Board from './Board.svelte'
import SeatBoard from './SeatBoard.svelte'
import SeatThumbnail from './SeatThumbnail.svelte'
import { read } from './view'

type Own = typeof en
declare module '../../core/i18n.svelte' {
  interface Messages extends Own {}
}

function question(view: View) {
  const { phase, turn, turns, seats } = read(view).board
  if (phase === 'start') return { key: 'sideboards.client.ask.start' }
  if (seats[view.seat]?.exchanging) return { key: 'sideboards.client.ask.exchanged' }
  return { key: turn === turns ? 'sideboards.client.ask.last' : 'sideboards.client.ask.laying' }
}

export default { Board, SeatThumbnail, SeatBoard, question } satisfies GameClient
