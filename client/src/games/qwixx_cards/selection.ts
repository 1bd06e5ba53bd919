/** Let the player select cards and crosses together. After every tap, the selection is the legal play closest to what was tapped. */
import { COLOURS, PASS } from '../qwixx/sheet/sheet'
import { cellOfNumber, colourOfCell, numberOfCell, rowOfCell, type QwixxCardsMove, type CardFace } from './view'

/** A selection: slots of the hand in the order of the taps, and the cells to cross. */
export interface Selection {
  readonly slots: readonly number[]
  readonly cells: readonly number[]
}

export const EMPTY_SELECTION: Selection = { slots: [], cells: [] }

/** A legal play, with the cells that it crosses. */
export interface Play extends Selection {
  readonly move: QwixxCardsMove
}

export function legalPlays(moves: readonly QwixxCardsMove[]): Play[] {
  return moves.flatMap((move) => {
    const { description, preview } = move
    return description.kind === 'play' || description.kind === 'drop' ? [{ move, slots: description.slots, cells: preview.marks.filter((mark) => mark < PASS) }] : []
  })
}

/** Return the legal play that equals the selection, if there is one. */
export function findPlay(plays: readonly Play[], selection: Selection): Play | undefined {
  return plays.find((play) => haveSameItems(play.slots, selection.slots) && haveSameItems(play.cells, selection.cells))
}

/** Return the selection after a tap on a card, which adds it with its cross or removes it. */
export function tapCard(plays: readonly Play[], hand: readonly CardFace[], selection: Selection, slot: number): Selection {
  if (selection.slots.includes(slot)) {
    const slots = selection.slots.filter((other) => other !== slot)
    const named = slots.map((other) => hand[other]!.number)
    const cells = selection.cells.filter((cell) => named.includes(numberOfCell(cell)))
    return nearestPlay(plays, hand, { slots, cells }, (play) => !play.slots.includes(slot))
  }
  const slots = [...selection.slots, slot]
  const before = rowOf(hand, selection)
  const own = COLOURS.indexOf(hand[slot]!.colour as never)
  const row = own >= 0 ? own : before
  // Jokers that were selected before take the colour of this card, so they get their crosses now.
  const added = row < 0 ? [] : (before < 0 ? slots : [slot]).map((other) => cellOfNumber(row, hand[other]!.number))
  return nearestPlay(plays, hand, { slots, cells: [...selection.cells, ...added] }, (play) => play.slots.includes(slot))
}

/** Return the selection after a tap on a cell, which adds the cross with the card that it needs, or removes the cross. */
export function tapCell(plays: readonly Play[], hand: readonly CardFace[], selection: Selection, cell: number): Selection {
  if (selection.cells.includes(cell)) {
    const cells = selection.cells.filter((other) => other !== cell)
    return nearestPlay(plays, hand, { slots: selection.slots, cells }, (play) => !play.cells.includes(cell))
  }
  return nearestPlay(plays, hand, { slots: selection.slots, cells: [...selection.cells, cell] }, (play) => play.cells.includes(cell))
}

/** Return the cells that can be crossed in addition to the selection. */
export function crossableCells(plays: readonly Play[], selection: Selection): Set<number> {
  const further = plays.filter((play) => isSubset(selection.slots, play.slots) && isSubset(selection.cells, play.cells))
  return new Set(further.flatMap((play) => play.cells).filter((cell) => !selection.cells.includes(cell)))
}

/** Return the slots that can be added to the selection. */
export function playableSlots(plays: readonly Play[], selection: Selection): Set<number> {
  return new Set(plays.filter((play) => isSubset(selection.slots, play.slots)).flatMap((play) => play.slots))
}

/** Return the text of the move that plays the selection, whether it is legal or not. */
export function playMoveText(hand: readonly CardFace[], selection: Selection): string {
  const cards = `play ${slotNumbersText(selection.slots)}`
  if (!selection.cells.length) return cards
  const crossed = selection.cells.map((cell) => selection.slots.find((slot) => hand[slot]!.number === numberOfCell(cell))).filter((slot) => slot !== undefined)
  return `${cards} cross ${slotNumbersText(crossed)} ${colourOfCell(selection.cells[0]!)}`
}

/** Return the row to which the selected cards belong, or -1 if only jokers without a cross are selected. */
function rowOf(hand: readonly CardFace[], selection: Selection): number {
  if (selection.cells.length) return rowOfCell(selection.cells[0]!)
  return Math.max(-1, ...selection.slots.map((slot) => COLOURS.indexOf(hand[slot]!.colour as never)))
}

/** Return the legal play that keeps most of the wanted selection and adds least to it. Add jokers only if no other card fits. */
function nearestPlay(plays: readonly Play[], hand: readonly CardFace[], wanted: Selection, isCandidate: (play: Play) => boolean): Selection {
  if (!wanted.slots.length && !wanted.cells.length) return EMPTY_SELECTION
  let best: Selection = EMPTY_SELECTION
  let least = Infinity
  for (const play of plays) {
    if (!isCandidate(play)) continue
    let cost = 0
    // If cards must be dropped, prefer the first selected card; if crosses must be dropped, prefer the last selected cross.
    wanted.slots.forEach((slot, order) => (cost += play.slots.includes(slot) ? 0 : 6 + order / 8))
    wanted.cells.forEach((cell, order) => (cost += play.cells.includes(cell) ? 0 : 5 - order / 8))
    for (const slot of play.slots) if (!wanted.slots.includes(slot)) cost += hand[slot]!.colour === 'joker' ? 2.5 : 2
    for (const cell of play.cells) if (!wanted.cells.includes(cell)) cost += 2
    if (cost < least) [best, least] = [play, cost]
  }
  const kept = wanted.slots.filter((slot) => best.slots.includes(slot))
  return { slots: [...kept, ...best.slots.filter((slot) => !kept.includes(slot))], cells: best.cells }
}

function slotNumbersText(slots: readonly number[]): string {
  return [...slots].sort((a, b) => a - b).map((slot) => slot + 1).join(' ')
}

function isSubset(some: readonly number[], all: readonly number[]): boolean {
  return some.every((item) => all.includes(item))
}

function haveSameItems(some: readonly number[], all: readonly number[]): boolean {
  return some.length === all.length && isSubset(some, all)
}
