import type { GameClient, View as AnyView } from '../contract'
import Board from './Board.svelte'
import Large from './Large.svelte'
import Small from './Small.svelte'
import type { View } from './table'

function asked(seen: AnyView): { key: string; params?: Record<string, unknown> } | null {
  const { board: table, moves } = seen as unknown as View
  if (!moves.length) return null
  switch (table.phase) {
    case 'take':
      return { key: 'qwixx_cards.client.ask.take', params: { cards: table.take } }
    case 'everyone':
      return { key: 'qwixx_cards.client.ask.everyone', params: { number: table.top } }
    case 'play':
      return { key: 'qwixx_cards.client.ask.play' }
    default:
      return null
  }
}

const client: GameClient = { Board, Small, Large, asked }
export default client
