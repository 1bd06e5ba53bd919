import type { GameClient } from '../contract'
import Board from './Board.svelte'
import Small from './Small.svelte'

export default { Board, Small, Large: Small } satisfies GameClient
