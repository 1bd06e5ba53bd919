/** Cards and sideboards in words, for screen readers. */
import { signed, translate } from '../../core/i18n.svelte'
import type { Card, Drawer, Seat, SideMove } from './view'

const drawer = ([colour, handle]: Drawer): string => translate(handle ? 'sideboards.client.drawer' : 'sideboards.client.bare', { colour, handle })

export const drawers = (card: Card, turned = false): string => (turned ? card.drawers.toReversed() : card.drawers).map(drawer).join(', ')

/** Return what a move would do: `left, turned: +4 points`. */
export function option(end: 'left' | 'right', turned: boolean, card: Card, move: SideMove | undefined): string {
  const where = `${translate(`sideboards.client.${end}`)}, ${translate(`sideboards.turned.${turned}`)}`
  const points = move ? `: ${translate('sideboards.client.points', { points: signed(move.preview.points) })}` : ''
  return `${where}${points}. ${drawers(card, turned)}`
}

/** Return a whole sideboard, column by column. */
export function sideboard(seat: Seat | undefined): string {
  const columns = seat?.board.map((card, i) => `${i + 1}: ${drawers(card)}`) ?? []
  return columns.length ? `${translate('sideboards.client.sideboard')}. ${columns.join('. ')}` : translate('sideboards.client.empty')
}
