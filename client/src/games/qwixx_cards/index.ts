import type { GameClient } from '../contract'
import type en from '../../../../src/trapezi/games/qwixx_cards/locale/en.json'
import Board from './Board.svelte'
import SeatBoard from './SeatBoard.svelte'
import SeatThumbnail from './SeatThumbnail.svelte'
import type { QwixxCardsView } from './view'

type Own = typeof en
declare module '../../core/i18n.svelte' {
  interface Messages extends Own {}
}

function question({ board, moves }: QwixxCardsView) {
  if (!moves.length) return null
  switch (board.phase) {
    case 'take':
      return { key: 'qwixx_cards.client.ask.take', params: { cards: board.take } }
    case 'everyone':
      return { key: 'qwixx_cards.client.ask.everyone', params: { number: board.top } }
    case 'play':
      return { key: 'qwixx_cards.client.ask.play' }
    default:
      return null
  }
}

export default { Board, SeatThumbnail, SeatBoard, question } satisfies GameClient<QwixxCardsView>
