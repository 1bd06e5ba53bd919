/** A game that has ended, as its results show it whatever happens to the table afterwards. */
import type { View } from '../games/contract'
import type { TableInfo } from './protocol'

export interface EndOfGame {
  readonly number: number
  readonly info: TableInfo
  readonly view: View
  readonly names: readonly string[]
  /** Whether the game ended while this page was open. */
  readonly live: boolean
  /** Whether the moves of the others are still being shown. */
  readonly showsLastMoves: boolean
}
