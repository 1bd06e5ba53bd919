/** Describe cards and sideboards in words, for screen readers. */
import { withSign, translate } from '../../core/i18n.svelte'
import type { Card, Drawer, SideboardsMove } from './view'

const drawerLabel = ([colour, handle]: Drawer): string => translate(handle ? 'sideboards.client.drawer' : 'sideboards.client.bare', { colour, handle })

export const cardLabel = (card: Card, turned = false): string => (turned ? card.drawers.toReversed() : card.drawers).map(drawerLabel).join(', ')

/** Describe a way to lay a card: `left, turned: +4 points`, followed by the drawers of the card. */
export function layOptionLabel(end: 'left' | 'right', turned: boolean, card: Card, move: SideboardsMove | undefined): string {
  const where = `${translate(`sideboards.client.${end}`)}, ${translate(`sideboards.turned.${turned}`)}`
  const points = move ? `: ${translate('sideboards.client.points', { points: withSign(move.preview.points) })}` : ''
  return `${where}${points}. ${cardLabel(card, turned)}`
}

/** Describe a whole sideboard, column by column. */
export function sideboardLabel(cards: readonly Card[]): string {
  const columns = cards.map((card, i) => `${i + 1}: ${cardLabel(card)}`)
  return columns.length ? `${translate('sideboards.client.sideboard')}. ${columns.join('. ')}` : translate('sideboards.client.empty')
}
