/** Cards and sideboards in words, for those who listen. */
import { say } from '../../core/words.svelte'
import type { Card, Drawer, Seat, SideMove } from './types'

const drawer = ([colour, handle]: Drawer): string => say(handle ? 'sideboards.client.drawer' : 'sideboards.client.bare', { colour, handle })

export const drawers = (card: Card, turned = false): string => (turned ? card.drawers.toReversed() : card.drawers).map(drawer).join(', ')

export const signed = (n: number): string => (n < 0 ? `−${-n}` : `+${n}`)

/** What a move would do: `left, turned: +4 points`. */
export function option(end: 'left' | 'right', turned: boolean, card: Card, move: SideMove | undefined): string {
  const where = `${say(`sideboards.client.${end}`)}, ${say(`sideboards.turned.${turned}`)}`
  const points = move ? `: ${say('sideboards.client.points', { points: signed(move.preview.points) })}` : ''
  return `${where}${points}. ${drawers(card, turned)}`
}

/** A whole sideboard, column by column. */
export function sideboard(seat: Seat | undefined): string {
  const columns = seat?.board.map((card, i) => `${i + 1}: ${drawers(card)}`) ?? []
  return columns.length ? `${say('sideboards.client.sideboard')}. ${columns.join('. ')}` : say('sideboards.client.empty')
}
