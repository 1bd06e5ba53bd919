import { expect, it } from 'vitest'
import type { ReviewDecision, ReviewMove } from '../../src/core/protocol'
import { classOf, isAnswer } from '../../src/screens/review/moveClass'

const move = (cost: number, se: number, worse = false): ReviewMove => ({ move: 0, text: '', description: {}, cost, se, worse })

it('says how clearly a move is worse than the best', () => {
  const moves = [move(0, 0), move(0.02, 0.03), move(0.05, 0.03), move(0.09, 0.03, true)]
  expect(moves.map(classOf)).toEqual(['equal', 'equal', 'probably-worse', 'clearly-worse'])
})

it('accepts only moves as answers that are much better than the played one', () => {
  const decision = { cost: 0.1 } as ReviewDecision
  const moves = [move(0, 0), move(0.02, 0.03), move(0.09, 0.2), move(0.04, 0.01, true)]
  expect(moves.map((each) => isAnswer(each, decision))).toEqual([true, true, false, false])
})
