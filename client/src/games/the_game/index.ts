/** The Game in the browser: plain and Extreme, with all commands and modes. */
import type { GameClient } from '../contract'
import Board from './Board.svelte'
import Large from './Large.svelte'
import './night.css'
import Small from './Small.svelte'
import { of } from './view'

const client: GameClient = {
  Board,
  Small,
  Large,
  asked(given) {
    const view = of(given)
    if (!view.moves.length) return null
    const { missing, three, cover } = view.board.turn
    if (three) return { key: 'the_game.client.ask.three' }
    if (cover.length) return { key: 'the_game.client.ask.cover', params: { pile: [...cover] } }
    if (missing) return { key: 'the_game.client.ask.lay', params: { missing } }
    return { key: 'the_game.client.ask.more' }
  },
}

export default client
