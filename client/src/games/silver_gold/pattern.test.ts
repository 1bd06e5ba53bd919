import { describe, expect, it } from 'vitest'
import { middle, mirror, over, posed, poseOf, same, shift, squaresOf, textOf, type Cell } from './pattern'

const L: readonly Cell[] = [[0, 0], [1, 0], [2, 0], [2, 1]]

describe('a pattern', () => {
  it('has eight poses if it is an L', () => {
    const seen = new Set([false, true].flatMap((mirrored) => [0, 1, 2, 3].map((turns) => String(posed(L, { turns, mirrored })))))
    expect(seen.size).toBe(8)
  })
  it('turns to the right', () => {
    expect(posed(L, { turns: 1, mirrored: false })).toEqual([[1, 0], [1, 1], [0, 2], [1, 2]])
  })
  it('is mirrored as it is seen, however it was turned', () => {
    for (const turns of [-3, 0, 1, 2]) {
      const pose = { turns, mirrored: false }
      const flipped = posed(posed(L, pose), { turns: 0, mirrored: true })
      expect(posed(L, mirror(pose))).toEqual(flipped)
      expect(same(posed(L, mirror(mirror(pose))), posed(L, pose))).toBe(true)
    }
  })
  it('is recognised where it lies', () => {
    const pose = poseOf(L, [5, 8, 9, 13].sort(), { turns: 0, mirrored: false })
    expect(pose).toEqual({ turns: 0, mirrored: false })
    const squares = [1, 5, 8, 9].sort((a, b) => a - b)
    expect(posed(L, poseOf(L, squares, { turns: 6, mirrored: true }))).toEqual([[1, 0], [1, 1], [0, 2], [1, 2]])
  })
})

describe('a card', () => {
  it('holds a pattern that is dropped beyond its edge', () => {
    expect(over(L, [9, 9])).toEqual([9, 10, 11, 15])
    expect(over(L, [-1, 0])).toEqual([0, 1, 2, 6])
  })
  it('lies a pattern down again where its middle is', () => {
    expect(over(L, middle([5, 6, 7, 11]))).toEqual([5, 6, 7, 11])
  })
  it('shows its island in the middle', () => {
    expect(shift(['Xo..', 'ooo.', 'ooo.', '....'])).toEqual([0.5, 0.5])
    expect(squaresOf(['.C', 'o.'])).toEqual([1, 4])
  })
  it('writes marks as the law does', () => {
    expect(textOf(1, [0, 1, 6])).toBe('right a1 b1 c2')
  })
})
