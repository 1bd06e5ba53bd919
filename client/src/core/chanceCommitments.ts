/** Store the hash of the secret that decides dice and cards before a game, and check after the game that this secret was used. */
import type { TableInfo } from './protocol'

type Chance = Pick<TableInfo, 'code' | 'number' | 'phase' | 'commitment' | 'next_commitment' | 'secret' | 'luck'>
type SmallStorage = Pick<Storage, 'getItem' | 'setItem'>

interface Promised {
  readonly commitment: string
  /** The words with which this browser's player has influenced chance. */
  readonly words: string
}

const STORAGE_KEY = 'trapezi-chance'
const REMEMBERED = 100 // the number of games whose hashes are stored

const normalized = (words: string) => words.trim().replace(/\s+/g, ' ')

function load(storage: SmallStorage): Record<string, Promised> {
  try {
    return JSON.parse(storage.getItem(STORAGE_KEY) ?? '{}') as Record<string, Promised>
  } catch {
    return {}
  }
}

function store(storage: SmallStorage, game: string, promised: Promised): void {
  const { [game]: _, ...others } = load(storage)
  const entries = [...Object.entries(others), [game, promised] as const].slice(-REMEMBERED)
  try {
    storage.setItem(STORAGE_KEY, JSON.stringify(Object.fromEntries(entries)))
  } catch {
    // Without storage, the game cannot be checked later.
  }
}

/** Store the hashes for the current and the next game. The first hash of a game is kept, so that the server cannot replace it. */
export function rememberCommitments(info: Chance, storage: SmallStorage = localStorage): void {
  const known = load(storage)
  const current = `${info.code} ${info.number}`
  const next = `${info.code} ${info.number + 1}`
  if (info.phase === 'playing' && info.commitment && !known[current]) store(storage, current, { commitment: info.commitment, words: '' })
  if (!known[next]) store(storage, next, { commitment: info.next_commitment, words: '' })
}

/** Store the words with which this browser's player influences chance in the next game. */
export function rememberAddedWords(info: Chance, words: string, storage: SmallStorage = localStorage): void {
  const next = `${info.code} ${info.number + 1}`
  store(storage, next, { commitment: load(storage)[next]?.commitment ?? info.next_commitment, words: normalized(words) })
}

/** Return whether a finished game used the stored secret and words, or null if this browser has stored none. */
export function checkFairness(info: Chance, storage: SmallStorage = localStorage): 'kept' | 'broken' | null {
  const promised = load(storage)[`${info.code} ${info.number}`]
  if (!promised || !info.secret || info.phase !== 'finished') return null
  const wordsUsed = !promised.words || info.luck.some(({ words }) => normalized(words) === promised.words)
  const bytes = Uint8Array.from(info.secret.match(/../g) ?? [], (pair) => parseInt(pair, 16))
  return wordsUsed && sha256(bytes) === promised.commitment ? 'kept' : 'broken'
}

const fraction = (root: number) => ((root - Math.floor(root)) * 2 ** 32) | 0
const PRIMES = Array.from({ length: 312 }, (_, n) => n).filter((n) => n > 1 && ![2, 3, 5, 7, 11, 13, 17].some((p) => p < n && n % p === 0)).slice(0, 64)

/** Return the SHA-256 of bytes as hexadecimal digits (FIPS 180-4). Unlike `crypto.subtle`, this works without https. */
export function sha256(bytes: Uint8Array): string {
  const length = bytes.length
  const padded = new Uint8Array((((length + 8) >> 6) + 1) << 6)
  padded.set(bytes)
  padded[length] = 0x80
  const data = new DataView(padded.buffer)
  data.setUint32(padded.length - 4, length * 8)
  const constants = PRIMES.map((prime) => fraction(Math.cbrt(prime)))
  const hash = PRIMES.slice(0, 8).map((prime) => fraction(Math.sqrt(prime)))
  const rotate = (x: number, by: number) => (x >>> by) | (x << (32 - by))
  const w = new Int32Array(64)
  for (let block = 0; block < padded.length; block += 64) {
    for (let i = 0; i < 64; i++) {
      if (i < 16) w[i] = data.getInt32(block + i * 4)
      else {
        const [a, b] = [w[i - 15]!, w[i - 2]!]
        w[i] = w[i - 16]! + w[i - 7]! + (rotate(a, 7) ^ rotate(a, 18) ^ (a >>> 3)) + (rotate(b, 17) ^ rotate(b, 19) ^ (b >>> 10))
      }
    }
    let [a, b, c, d, e, f, g, h] = hash as [number, number, number, number, number, number, number, number]
    for (let i = 0; i < 64; i++) {
      const first = (h + (rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25)) + ((e & f) ^ (~e & g)) + constants[i]! + w[i]!) | 0
      const second = ((rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0
      ;[h, g, f, e, d, c, b, a] = [g, f, e, (d + first) | 0, c, b, a, (first + second) | 0]
    }
    ;[a, b, c, d, e, f, g, h].forEach((value, i) => (hash[i] = (hash[i]! + value) | 0))
  }
  return hash.map((word) => (word >>> 0).toString(16).padStart(8, '0')).join('')
}
