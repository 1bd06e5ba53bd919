import type { GameClient } from '../contract'
import type en from '../../../../src/trapezi/games/the_game/locale/en.json'
import Board from './Board.svelte'
import './colours.css'
import SeatBoard from './SeatBoard.svelte'
import SeatThumbnail from './SeatThumbnail.svelte'
import type { TheGameView } from './view'

type Own = typeof en
declare module '../../core/i18n.svelte' {
  interface Messages extends Own {}
}

function question({ board, moves }: TheGameView) {
  if (!moves.length) return null
  const { missing, three, cover } = board.turn
  if (three) return { key: 'the_game.client.ask.three' }
  if (cover.length) return { key: 'the_game.client.ask.cover', params: { pile: [...cover] } }
  if (missing) return { key: 'the_game.client.ask.lay', params: { missing } }
  return { key: 'the_game.client.ask.more' }
}

export default { Board, SeatThumbnail, SeatBoard, question } satisfies GameClient<TheGameView>
