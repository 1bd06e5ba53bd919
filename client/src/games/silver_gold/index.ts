/** Silver & Gold in the browser. */
import type { GameClient } from '../contract'
import Board from './Board.svelte'
import './colours.css'
import Large from './Large.svelte'
import Small from './Small.svelte'
import { ours } from './view'

const client: GameClient = {
  Board,
  Small,
  Large,
  asked(view) {
    const { moves, board: table } = ours(view)
    const kind = moves[0]?.description.kind
    if (kind === 'keep' || kind === 'take') return { key: `silver_gold.client.ask.${kind}` }
    if (kind !== 'mark') return null
    if (table.owed > 0) return { key: 'silver_gold.client.ask.cross', params: { owed: table.owed } }
    const fits = moves.some((move) => move.description.kind === 'mark' && move.description.squares.length > 1)
    return { key: fits ? 'silver_gold.client.ask.mark' : 'silver_gold.client.ask.single' }
  },
}
export default client
