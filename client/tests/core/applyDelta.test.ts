import { describe, expect, it } from 'vitest'
import { applyDelta } from '../../src/core/applyDelta'

describe('applyDelta', () => {
  it.each([
    ['the changed keys of an object', { a: 1, b: 2 }, { b: 3 }, { a: 1, b: 3 }],
    ['the changed items of a list', { a: [{ b: 1 }, { b: 2 }] }, { a: { 1: { b: 3 } } }, { a: [{ b: 1 }, { b: 3 }] }],
    ['a list that replaces another', { a: [1, 2] }, { a: [3] }, { a: [3] }],
    ['items inserted into a list', [1, 2, 4], { '~': [2, 0, 3] }, [1, 2, 3, 4]],
    ['items removed from a list', [1, 2, 3], { '~': [0, 2] }, [3]],
    ['an object that replaces another', { a: 1 }, { '=': { b: 1 } }, { b: 1 }],
    ['an object where nothing was', { a: null }, { a: { b: 1 } }, { a: { b: 1 } }],
    ['nothing where an object was', { a: { b: 1 } }, { a: null }, { a: null }],
  ])('merges %s', (_, before, change, after) => {
    const copy = structuredClone(before)
    expect(applyDelta(before, change)).toEqual(after)
    expect(before).toEqual(copy)
  })
})
