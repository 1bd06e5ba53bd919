/** Describe treasure cards in words, for screen readers and for explanations by a long press. */
import { explains } from '../../core/longPressExplanations.svelte'
import { translate } from '../../core/i18n.svelte'
import type { Treasure } from './view'

export function cardLabel(card: Treasure): string {
  const count = (symbol: string): number => card.grid.join('').split(symbol).length - 1
  const label = translate('silver_gold.client.treasure', { colour: card.colour, points: card.points, crosses: count('X'), coins: count('C'), palms: count('P') })
  return card.seal ? `${label} ${translate('silver_gold.client.seal', { colour: card.seal.colour, points: card.seal.points })}` : label
}

/** Return attributes that give a card the explanation of what it scores (`core/longPressExplanations.svelte.ts`). */
export function explainsCard({ colour, points, seal }: Treasure): ReturnType<typeof explains> {
  return seal ? explains('silver_gold.explain.card-with-seal', { colour, points, seal }) : explains('silver_gold.explain.card', { colour, points })
}
