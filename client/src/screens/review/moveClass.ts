/** How clearly a move of a reviewed decision is worse than the best one. */
import type { ReviewDecision, ReviewMove } from '../../core/protocol'

/** Moves that soon seemed worse were simulated so seldom that they are only probably worse. */
export type MoveClass = 'equal' | 'probably-worse' | 'clearly-worse'

export const classOf = ({ worse, cost, se }: ReviewMove): MoveClass => (worse ? 'clearly-worse' : cost > se ? 'probably-worse' : 'equal')

/** Return whether a move is an answer to the puzzle of a decision: not clearly different from the best move, and much better than the played one. */
export const isAnswer = (move: ReviewMove, decision: ReviewDecision): boolean => classOf(move) === 'equal' && move.cost < decision.cost / 2
