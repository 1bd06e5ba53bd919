/** Classify the moves of a reviewed decision by how surely they are worse than the best move. */
import type { ReviewDecision, ReviewMove } from '../../core/protocol'

/** A move is only probably worse if few simulations tried it. */
export type MoveClass = 'equal' | 'probably-worse' | 'clearly-worse'

export const classOf = ({ worse, cost, se }: ReviewMove): MoveClass => (worse ? 'clearly-worse' : cost > se ? 'probably-worse' : 'equal')

/** Return whether a move solves the puzzle: it is about as good as the best move, and much better than the played move. */
export const isAnswer = (move: ReviewMove, decision: ReviewDecision): boolean => classOf(move) === 'equal' && move.cost < decision.cost / 2
