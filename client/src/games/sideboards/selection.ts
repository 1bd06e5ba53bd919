/** The cards that a player has selected in a turn, and the legal move that lays or exchanges them. */
import type { End, SideboardsMove } from './view'

/** The selected slots of the hand, and whether each card is turned. In the first turn, a player lays two cards side by side, and later one card at an end. */
export interface Selection {
  readonly slots: readonly number[]
  readonly turned: readonly boolean[]
  readonly end: End | null
  readonly exchange: boolean
}

export const EMPTY_SELECTION: Selection = { slots: [], turned: [], end: null, exchange: false }

export const selectLay = (slot: number, end: End | null = null, turned = false): Selection => ({ slots: [slot], turned: [turned], end, exchange: false })
export const EXCHANGE: Selection = { ...EMPTY_SELECTION, exchange: true }

/** Return the selection of the first turn after a tap on a card, which adds it, removes it or replaces the right card. */
export function toggleCard(selection: Selection, slot: number): Selection {
  const at = selection.slots.indexOf(slot)
  if (at >= 0) return { ...selection, slots: selection.slots.toSpliced(at, 1), turned: selection.turned.toSpliced(at, 1) }
  const kept = Math.min(selection.slots.length, 1)
  return { ...EMPTY_SELECTION, slots: [...selection.slots.slice(0, kept), slot], turned: [...selection.turned.slice(0, kept), false] }
}

export const setTurned = (selection: Selection, at: number, turned: boolean): Selection => ({ ...selection, turned: selection.turned.with(at, turned) })
export const swapCards = (selection: Selection): Selection => ({ ...selection, slots: selection.slots.toReversed(), turned: selection.turned.toReversed() })

/** Return the legal move that the selection stands for, or undefined while the selection is incomplete. */
export function findMove(moves: readonly SideboardsMove[], { slots, turned, end, exchange }: Selection): SideboardsMove | undefined {
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

/** Return the selection that stands for a move. */
export function selectionOfMove({ description }: SideboardsMove): Selection {
  if (description.kind === 'exchange') return EXCHANGE
  return description.kind === 'lay' ? selectLay(description.slot, description.end, description.turned) : { ...EMPTY_SELECTION, slots: description.slots, turned: description.turned }
}
