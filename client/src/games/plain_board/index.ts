/** The client part for games that have no client part of their own. */
import type { GameClient } from '../contract'
import Board from './Board.svelte'
import SeatBoard from './SeatBoard.svelte'
import SeatThumbnail from './SeatThumbnail.svelte'

export default { Board, SeatThumbnail, SeatBoard } satisfies GameClient
