/** Cards and crosses are chosen together: every tap leads to the play nearest to what the player wants. The law lists the plays. */
import { COLOURS, PASS, cellOf, colourAt, numberOf, rowAt, type CardMove, type Face } from './view'

/** What is chosen: slots of the hand in the order they were tapped, and the cells to cross with them. */
export interface Pick {
  readonly slots: readonly number[]
  readonly cells: readonly number[]
}

export const NOTHING: Pick = { slots: [], cells: [] }

/** A play, with the cells that it crosses. */
export interface Play extends Pick {
  readonly move: CardMove
}

export function playsOf(moves: readonly CardMove[]): Play[] {
  return moves.flatMap((move) => {
    const { description, preview } = move
    return description.kind === 'play' || description.kind === 'drop' ? [{ move, slots: description.slots, cells: preview.marks.filter((mark) => mark < PASS) }] : []
  })
}

/** The play that is just this, if the law allows it. */
export function playOf(plays: readonly Play[], pick: Pick): Play | undefined {
  return plays.find((play) => same(play.slots, pick.slots) && same(play.cells, pick.cells))
}

/** A card is tapped: into the play with its cross, or out of it. */
export function tapCard(plays: readonly Play[], hand: readonly Face[], pick: Pick, slot: number): Pick {
  if (pick.slots.includes(slot)) {
    const slots = pick.slots.filter((other) => other !== slot)
    const named = slots.map((other) => hand[other]!.number)
    const cells = pick.cells.filter((cell) => named.includes(numberOf(cell)))
    return nearest(plays, hand, { slots, cells }, (play) => !play.slots.includes(slot))
  }
  const slots = [...pick.slots, slot]
  const before = rowOf(hand, pick)
  const own = COLOURS.indexOf(hand[slot]!.colour as never)
  const row = own >= 0 ? own : before
  // A joker that had no colour yet gets one now, and its cross with it.
  const added = row < 0 ? [] : (before < 0 ? slots : [slot]).map((other) => cellOf(row, hand[other]!.number))
  return nearest(plays, hand, { slots, cells: [...pick.cells, ...added] }, (play) => play.slots.includes(slot))
}

/** A cell is tapped: crossed, with the card that it needs, or not crossed any more. */
export function tapCell(plays: readonly Play[], hand: readonly Face[], pick: Pick, cell: number): Pick {
  if (pick.cells.includes(cell)) {
    const cells = pick.cells.filter((other) => other !== cell)
    return nearest(plays, hand, { slots: pick.slots, cells }, (play) => !play.cells.includes(cell))
  }
  return nearest(plays, hand, { slots: pick.slots, cells: [...pick.cells, cell] }, (play) => play.cells.includes(cell))
}

/** The cells that can be crossed besides what is chosen: what the gap rule and the sheet allow now. */
export function stillOpen(plays: readonly Play[], pick: Pick): Set<number> {
  const further = plays.filter((play) => within(pick.slots, play.slots) && within(pick.cells, play.cells))
  return new Set(further.flatMap((play) => play.cells).filter((cell) => !pick.cells.includes(cell)))
}

/** The cards that can join what is chosen. */
export function canJoin(plays: readonly Play[], pick: Pick): Set<number> {
  return new Set(plays.filter((play) => within(pick.slots, play.slots)).flatMap((play) => play.slots))
}

/** A choice in the law's words, allowed or not: what `why` asks about. */
export function textOfPick(hand: readonly Face[], pick: Pick): string {
  const cards = `play ${said(pick.slots)}`
  if (!pick.cells.length) return cards
  const crossed = pick.cells.map((cell) => pick.slots.find((slot) => hand[slot]!.number === numberOf(cell))).filter((slot) => slot !== undefined)
  return `${cards} cross ${said(crossed)} ${colourAt(pick.cells[0]!)}`
}

/** The row of what is chosen, or -1 while it is jokers without a cross. */
function rowOf(hand: readonly Face[], pick: Pick): number {
  if (pick.cells.length) return rowAt(pick.cells[0]!)
  return Math.max(-1, ...pick.slots.map((slot) => COLOURS.indexOf(hand[slot]!.colour as never)))
}

/** Of the plays that are asked for, the one that keeps most of what is wanted; then the one that adds least, jokers last. */
function nearest(plays: readonly Play[], hand: readonly Face[], wanted: Pick, asked: (play: Play) => boolean): Pick {
  if (!wanted.slots.length && !wanted.cells.length) return NOTHING
  let best: Pick = NOTHING
  let least = Infinity
  for (const play of plays) {
    if (!asked(play)) continue
    let cost = 0
    wanted.slots.forEach((slot, order) => (cost += play.slots.includes(slot) ? 0 : 6 + order / 8)) // the card tapped first goes first
    wanted.cells.forEach((cell, order) => (cost += play.cells.includes(cell) ? 0 : 5 - order / 8)) // the cross made first stays
    for (const slot of play.slots) if (!wanted.slots.includes(slot)) cost += hand[slot]!.colour === 'joker' ? 2.5 : 2
    for (const cell of play.cells) if (!wanted.cells.includes(cell)) cost += 2
    if (cost < least) [best, least] = [play, cost]
  }
  const kept = wanted.slots.filter((slot) => best.slots.includes(slot))
  return { slots: [...kept, ...best.slots.filter((slot) => !kept.includes(slot))], cells: best.cells }
}

function said(slots: readonly number[]): string {
  return [...slots].sort((a, b) => a - b).map((slot) => slot + 1).join(' ')
}

function within(some: readonly number[], all: readonly number[]): boolean {
  return some.every((item) => all.includes(item))
}

function same(some: readonly number[], all: readonly number[]): boolean {
  return some.length === all.length && within(some, all)
}
