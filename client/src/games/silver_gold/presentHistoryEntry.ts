/** Say what the screen says and shows about history entries. In a replay, entries do not contain what a move earned. */
import { translate } from '../../core/i18n.svelte'
import type { EntryPresentation } from '../../core/moveEventQueue.svelte'
import type { HistoryEntry } from '../../core/protocol'
import type { Gain, SilverGoldView, Treasure } from './view'

/** The name of a card: its colour and points, and an `id` that tells cards apart. */
type CardName = Pick<Treasure, 'id' | 'colour' | 'points'>

type Description =
  | { readonly kind: 'mark'; readonly slot: number; readonly squares: readonly number[]; readonly card?: CardName; readonly gain?: Partial<Gain>; readonly extra?: boolean }
  | { readonly kind: 'take'; readonly place: number | 'pile'; readonly card?: CardName }
  | { readonly kind: 'kept'; readonly cards: readonly CardName[] }
  | { readonly kind: 'treasure'; readonly card: CardName; readonly to?: number }
  | { readonly kind: 'expedition'; readonly design: string }
  | { readonly kind: 'deal'; readonly to: number; readonly card?: CardName }

export function presentHistoryEntry(entry: HistoryEntry, view: SilverGoldView, names: readonly string[]): EntryPresentation | null {
  const description = entry.description as Description | null
  switch (description?.kind) {
    case 'mark':
      return describeMark(entry.seat, description, description.card ?? view.board.seats[entry.seat]?.cards[description.slot] ?? null)
    case 'take':
      return describeTake(description)
    case 'kept':
      return { text: translate('silver_gold.happened.kept', { cards: description.cards }), changed: description.cards.map(placeOf), sound: 'card' }
    case 'treasure': {
      const { card, to } = description
      if (view.board.phase === 'dealing' || view.board.phase === 'keeping') return null // A replay has an entry for each dealt card. These need no sentence.
      const text = to === undefined ? translate('silver_gold.happened.opened', { card }) : translate('silver_gold.happened.drawn', { to, card }, names)
      return { text, changed: [placeOf(card)], travels: [{ from: 'pile', to: placeOf(card) }], sound: 'card' }
    }
    case 'expedition':
      return { text: translate('silver_gold.happened.expedition', { design: description.design }), changed: ['pattern'], sound: 'card' }
    case 'deal':
      return { text: translate(description.card ? 'silver_gold.happened.dealt-card' : 'silver_gold.happened.dealt', { ...description }, names) }
    default:
      return null
  }
}

const placeOf = (card: CardName): string => `treasure ${card.id}`

function describeTake({ place, card }: Description & { kind: 'take' }): EntryPresentation {
  if (place === 'pile') return { text: translate('silver_gold.happened.take-pile'), changed: ['pile'], sound: 'card' }
  if (!card) return { text: translate('silver_gold.happened.take-open'), changed: [`display ${place}`], sound: 'card' }
  return { text: translate('silver_gold.happened.take', { card }), changed: [placeOf(card)], travels: [{ from: `display ${place}`, to: placeOf(card) }], sound: 'card' }
}

/** Describe how many squares were marked, and what they earned. */
function describeMark(seat: number, { squares, gain, extra }: Description & { kind: 'mark' }, card: CardName | null): EntryPresentation {
  const parts = [translate('silver_gold.happened.mark', { squares: squares.length })]
  const changed = card ? squares.map((square) => `${placeOf(card)} square ${square}`) : []
  if (gain?.coins) {
    parts.push(translate('silver_gold.happened.coins', { coins: gain.coins }))
    changed.push(`coins ${seat}`)
  }
  for (const palm of gain?.palms ?? []) parts.push(translate('silver_gold.happened.palm', { points: palm }))
  if (gain?.palms) changed.push(`palms ${seat}`)
  if (card && gain?.completed) {
    parts.push(translate('silver_gold.happened.completed', { points: card.points }))
    changed.push(`completed ${seat}`)
  }
  return { text: parts.join(' · '), changed, sound: gain?.coins ? 'coin' : 'cross', continues: extra ?? false }
}
