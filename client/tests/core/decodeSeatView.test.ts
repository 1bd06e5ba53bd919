import { describe, expect, it } from 'vitest'
import { decodeSeatView } from '../../src/core/decodeSeatView'

const whole = {
  seat: 0,
  version: 1,
  view: {
    moves: [[7, { points: 1, marks: [3] }], [8, { points: 2 }], 9],
    optional: [20],
    described: { 7: { text: 'seven', description: {} }, 8: { text: 'eight', description: {} }, 9: { text: 'nine', description: {} }, 20: { text: 'signal', description: {}, preview: { points: 0, marks: [] } } },
    board: { dice: [1, 2], sheets: [{ misses: 0 }] },
  },
}

describe('decodeSeatView', () => {
  const first = decodeSeatView(undefined, whole)

  it('describes each move and gives it its preview', () => {
    expect(first.view.moves).toEqual([
      { move: 7, text: 'seven', description: {}, preview: { points: 1, marks: [3] } },
      { move: 8, text: 'eight', description: {}, preview: { points: 2, marks: [3] } },
      { move: 9, text: 'nine', description: {}, preview: { points: 2, marks: [3] } },
    ])
    expect(first.view.optional).toEqual([{ move: 20, text: 'signal', description: {}, preview: { points: 0, marks: [] } }])
    expect([first.can_take_back, first.seconds]).toEqual([false, null])
  })

  it('keeps what a delta does not mention, and the descriptions of earlier moves', () => {
    const next = decodeSeatView(first, { seat: 0, version: 2, can_take_back: true, delta: { moves: [[8, { points: 5, marks: [] }]], board: { sheets: { 0: { misses: 1 } } } } })
    expect(next.view.board).toEqual({ dice: [1, 2], sheets: [{ misses: 1 }] })
    expect(next.view.moves).toEqual([{ move: 8, text: 'eight', description: {}, preview: { points: 5, marks: [] } }])
    expect([next.version, next.can_take_back]).toEqual([2, true])
  })
})
