import { beforeEach, describe, expect, it } from 'vitest'
import { checkFairness, rememberCommitments, rememberAddedWords, sha256 } from '../../src/core/chanceCommitments'

// Computed by Python's hashlib.
const HASHES: [number, string][] = [
  [0, 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'],
  [1, '4bf5122f344554c53bde2ebb8cd2b7e3d1600ad631c385a5d7cce23c7785459a'],
  [3, '23f7c62ca84a6ad36936cd3ed4cba02b63534f5b955741334a0fd50db02c215e'],
  [32, '5c7b79a34a47739827c1a0ec79a4c5fb0b594494cff7fba2ab6c6b8d78ba55b3'],
  [55, '0a029c039b4853c530f7cef160a48c06e06ab8233c46b665d088a825f5a49c93'],
  [56, '74d933e31f80a44b658969a1d4a7d078f785ba9f789e1f7c95f7bc8a70e0e34a'],
  [63, '9c1546d1c4de7e0f37dd1ee89f5fcbf3a976b9d778d1034edbc74914e6f7cfdb'],
  [64, '4fd817dcaa16924ddf8b172da321a4189440c800686d043b25121267078c9d45'],
  [65, '91c1b77da0bc3f612880a13a86a518aa8493cb5c5780b60f6d52d592485f89d4'],
  [200, '099a1acecc5477f4e8d4c7e8514d5f368d7dd6d923bd47996537d6576efeacb3'],
]

const secret = '5a'.repeat(32)
const commitment = '60bf07c488aad18fda339df07e4fbc47b4f00be71711936f18d04d352ad01890'
const lobby = { code: 'BCDFG', number: 0, phase: 'lobby' as const, commitment: null, next_commitment: commitment, secret: null, luck: [] }
const finished = { ...lobby, number: 1, phase: 'finished' as const, commitment, next_commitment: '0'.repeat(64), secret, luck: [{ name: 'Ada', words: 'four leaf clover' }] }

let storage: Pick<Storage, 'getItem' | 'setItem'>
beforeEach(() => {
  const stored = new Map<string, string>()
  storage = { getItem: (key) => stored.get(key) ?? null, setItem: (key, value) => void stored.set(key, value) }
})

describe('sha256', () => {
  it.each(HASHES)('agrees with another implementation for %i bytes', (length, hash) => {
    expect(sha256(Uint8Array.from({ length }, (_, n) => (n * 37 + length) & 255))).toBe(hash)
  })
})

describe('a promise about chance', () => {
  it('is kept if the secret fits the hash that was shown first, and the words are in', () => {
    rememberCommitments(lobby, storage)
    rememberAddedWords(lobby, '  four  leaf clover ', storage)
    rememberCommitments(finished, storage)
    expect(checkFairness(finished, storage)).toBe('kept')
  })

  it('is broken if the server replaces the hash before the game', () => {
    rememberCommitments({ ...lobby, next_commitment: 'f'.repeat(64) }, storage)
    rememberCommitments(lobby, storage)
    rememberCommitments({ ...finished, phase: 'playing', secret: null }, storage)
    expect(checkFairness(finished, storage)).toBe('broken')
  })

  it('is broken if the words of this browser are left out or replaced', () => {
    rememberCommitments(lobby, storage)
    rememberAddedWords(lobby, 'my own words', storage)
    expect(checkFairness(finished, storage)).toBe('broken')
  })

  it('is unknown in a browser that has not seen the beginning', () => {
    expect(checkFairness(finished, storage)).toBeNull()
  })

  it('is remembered from the first view of a game that began at once', () => {
    rememberCommitments({ ...finished, phase: 'playing', secret: null }, storage)
    expect(checkFairness(finished, storage)).toBe('kept')
  })
})
