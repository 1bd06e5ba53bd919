/** Say what the screen says and shows about history entries of The Game. */
import { translate } from '../../core/i18n.svelte'
import type { EntryPresentation } from '../../core/moveEventQueue.svelte'
import type { HistoryEntry } from '../../core/protocol'
import type { TheGameView, Wish } from './view'

/** The description of a history entry. `on` is the card that was covered. Only the player who drew a card knows its number, `card`. */
type Entry =
  | { readonly kind: 'lay'; readonly pile: number; readonly card: number; readonly command: string | null; readonly on: number; readonly trick: boolean }
  | { readonly kind: 'end' }
  | { readonly kind: 'start'; readonly wish: Wish }
  | { readonly kind: 'signal'; readonly pile?: number; readonly command?: string; readonly signal: string }
  | { readonly kind: 'draw'; readonly to: number; readonly card?: number }

export function presentHistoryEntry({ seat, description }: HistoryEntry, view: TheGameView, names: readonly string[]): EntryPresentation | null {
  const entry = description as Entry | null
  switch (entry?.kind) {
    case 'lay':
      return {
        text: sentenceOfLaidCard(entry),
        changed: [`pile ${entry.pile}`],
        travels: [{ from: `seat ${seat}`, to: `pile ${entry.pile}` }],
        sound: 'card',
      }
    case 'end':
      return { text: translate('the_game.happened.end'), changed: [`hand ${seat}`], continues: true }
    case 'start':
      return { text: translate('the_game.happened.start', { wish: entry.wish }), changed: [`hand ${seat}`] }
    case 'signal':
      return entry.command === undefined
        ? { text: translate('the_game.happened.signal', { pile: entry.pile, signal: entry.signal }), changed: [`signal ${seat} pile ${entry.pile}`] }
        : { text: translate('the_game.happened.command-signal', { command: entry.command, signal: entry.signal }), changed: [`signal ${seat} ${entry.command}`] }
    case 'draw':
      if (entry.to !== view.seat || entry.card === undefined) return { text: translate('the_game.happened.draw', { seat: entry.to }, names), changed: [`hand ${entry.to}`] }
      return {
        text: translate('the_game.happened.own-draw', { card: entry.card }),
        changed: [`card ${entry.card}`],
        travels: [{ from: 'draw pile', to: `card ${entry.card}` }],
        sound: 'card',
      }
    default:
      return null
  }
}

function sentenceOfLaidCard({ card, command, on, trick }: Extract<Entry, { kind: 'lay' }>): string {
  const text = trick ? translate('the_game.happened.trick', { card, on }) : translate('the_game.happened.lay', { card, on })
  return command ? `${text} · ${translate(`the_game.command.${command}`)}` : text
}
