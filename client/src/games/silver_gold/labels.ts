/** Cards in words, for those who hear the table. */
import { translate } from '../../core/i18n.svelte'
import type { Treasure } from './view'

export function spoken(card: Treasure): string {
  const count = (symbol: string): number => card.grid.join('').split(symbol).length - 1
  const named = translate('silver_gold.client.treasure', { colour: card.colour, points: card.points, crosses: count('X'), coins: count('C'), palms: count('P') })
  return card.seal ? `${named} ${translate('silver_gold.client.seal', { colour: card.seal.colour, points: card.seal.points })}` : named
}
