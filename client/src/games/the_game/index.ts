import type { GameClient } from '../contract'
import type en from '../../../../src/trapezi/games/the_game/locale/en.json'
import Board from './Board.svelte'
import './colours.css'
import { presentHistoryEntry } from './presentHistoryEntry'
import SeatBoard from './SeatBoard.svelte'
import SeatThumbnail from './SeatThumbnail.svelte'
import type { TheGameView } from './view'

type Own = typeof en
declare module '../../core/i18n.svelte' {
  interface Messages extends Own {}
}

function question({ board, moves }: TheGameView) {
  if (!moves.length) return null
  if (board.phase === 'starting') return { key: 'the_game.client.ask.starting' }
  const { missing, three, cover } = board.turn
  if (three) return { key: 'the_game.client.ask.three' }
  if (cover.length) return { key: 'the_game.client.ask.cover', params: { pile: [...cover] } }
  if (missing) return { key: 'the_game.client.ask.lay', params: { missing } }
  return { key: 'the_game.client.ask.more' }
}

/** Return the number of cards in a player's hand. Seats show it instead of points, because the points belong to the team. */
const seatValue = ({ board }: TheGameView, seat: number) => ({ key: 'the_game.client.hand-size', params: { cards: board.sizes[seat] } })

/** Return the quick phrases for the chat, none of which names a card. While the command Silence is visible, there are none. */
const phrases = ({ board }: TheGameView) => (board.silence ? [] : PHRASES)
const PHRASES = ['client.phrase.well-played', 'client.phrase.thanks', 'client.phrase.oh-no', 'client.phrase.moment', 'the_game.phrase.careful', 'the_game.phrase.help'] as const

export default { Board, SeatThumbnail, SeatBoard, question, presentHistoryEntry, seatValue, phrases } satisfies GameClient<TheGameView>
