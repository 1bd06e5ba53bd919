/** What a player has picked so far in a turn, and the move that it is. */
import type { End, SideMove } from './view'

/** A start takes two cards, the left one first; a laying takes one card and an end. */
export interface Picked {
  readonly slots: readonly number[]
  readonly turned: readonly boolean[]
  readonly end: End | null
  readonly exchange: boolean
}

export const NOTHING: Picked = { slots: [], turned: [], end: null, exchange: false }

export const lay = (slot: number, end: End | null = null, turned = false): Picked => ({ slots: [slot], turned: [turned], end, exchange: false })
export const exchange: Picked = { ...NOTHING, exchange: true }

/** The two cards of a start after a tap on a hand card: added, put back, or in place of the right one. */
export function tap(picked: Picked, slot: number): Picked {
  const at = picked.slots.indexOf(slot)
  if (at >= 0) return { ...picked, slots: picked.slots.toSpliced(at, 1), turned: picked.turned.toSpliced(at, 1) }
  const kept = Math.min(picked.slots.length, 1)
  return { ...NOTHING, slots: [...picked.slots.slice(0, kept), slot], turned: [...picked.turned.slice(0, kept), false] }
}

export const turn = (picked: Picked, at: number, turned: boolean): Picked => ({ ...picked, turned: picked.turned.with(at, turned) })
export const swap = (picked: Picked): Picked => ({ ...picked, slots: picked.slots.toReversed(), turned: picked.turned.toReversed() })

/** The legal move that was picked, if it is complete. */
export function moveOf(moves: readonly SideMove[], { slots, turned, end, exchange }: Picked): SideMove | undefined {
  return moves.find(({ description }) => {
    switch (description.kind) {
      case 'exchange':
        return exchange
      case 'start':
        return slots.length === 2 && description.slots.every((slot, i) => slot === slots[i] && description.turned[i] === turned[i])
      case 'lay':
        return !exchange && slots.length === 1 && description.slot === slots[0] && description.end === end && description.turned === turned[0]
    }
  })
}

/** What was picked to make a move. */
export function pickedOf({ description }: SideMove): Picked {
  if (description.kind === 'exchange') return exchange
  return description.kind === 'lay' ? lay(description.slot, description.end, description.turned) : { ...NOTHING, slots: description.slots, turned: description.turned }
}
