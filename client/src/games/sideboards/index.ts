import type { GameClient, View } from '../contract'
import Board from './Board.svelte'
import Large from './Large.svelte'
import Small from './Small.svelte'
import { see } from './types'

function asked(view: View) {
  const { phase, turn, turns, seats } = see(view).board
  if (phase === 'start') return { key: 'sideboards.client.ask.start' }
  if (seats[view.seat]?.exchanging) return { key: 'sideboards.client.ask.exchanged' }
  return { key: turn === turns ? 'sideboards.client.ask.last' : 'sideboards.client.ask.laying' }
}

export default { Board, Small, Large, asked } satisfies GameClient
