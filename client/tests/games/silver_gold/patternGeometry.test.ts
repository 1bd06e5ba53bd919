import { describe, expect, it } from 'vitest'
import { centreOf, mirrorPose, squaresAround, applyPose, findPose, areSameCells, centringOffset, islandSquares, markMoveText, type Cell } from '../../../src/games/silver_gold/patternGeometry'

const L: readonly Cell[] = [[0, 0], [1, 0], [2, 0], [2, 1]]

describe('a pattern', () => {
  it('has eight poses if it is an L', () => {
    const seen = new Set([false, true].flatMap((mirrored) => [0, 1, 2, 3].map((turns) => String(applyPose(L, { turns, mirrored })))))
    expect(seen.size).toBe(8)
  })
  it('turns to the right', () => {
    expect(applyPose(L, { turns: 1, mirrored: false })).toEqual([[1, 0], [1, 1], [0, 2], [1, 2]])
  })
  it('is mirrored as it looks, whatever its orientation', () => {
    for (const turns of [-3, 0, 1, 2]) {
      const pose = { turns, mirrored: false }
      const flipped = applyPose(applyPose(L, pose), { turns: 0, mirrored: true })
      expect(applyPose(L, mirrorPose(pose))).toEqual(flipped)
      expect(areSameCells(applyPose(L, mirrorPose(mirrorPose(pose))), applyPose(L, pose))).toBe(true)
    }
  })
  it('is recognised from the squares it covers', () => {
    const pose = findPose(L, [5, 8, 9, 13].sort(), { turns: 0, mirrored: false })
    expect(pose).toEqual({ turns: 0, mirrored: false })
    const squares = [1, 5, 8, 9].sort((a, b) => a - b)
    expect(applyPose(L, findPose(L, squares, { turns: 6, mirrored: true }))).toEqual([[1, 0], [1, 1], [0, 2], [1, 2]])
  })
})

describe('a card', () => {
  it('keeps a pattern on the card that is dropped beyond its edge', () => {
    expect(squaresAround(L, [9, 9])).toEqual([9, 10, 11, 15])
    expect(squaresAround(L, [-1, 0])).toEqual([0, 1, 2, 6])
  })
  it('places a pattern by its centre', () => {
    expect(squaresAround(L, centreOf([5, 6, 7, 11]))).toEqual([5, 6, 7, 11])
  })
  it('shows its island in the centre', () => {
    expect(centringOffset(['Xo..', 'ooo.', 'ooo.', '....'])).toEqual([0.5, 0.5])
    expect(islandSquares(['.C', 'o.'])).toEqual([1, 4])
  })
  it('writes marks as moves do', () => {
    expect(markMoveText(1, [0, 1, 6])).toBe('right a1 b1 c2')
  })
})
