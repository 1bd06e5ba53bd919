import type { GameClient } from '../contract'
import type en from '../../../../src/trapezi/games/sideboards/locale/en.json'
import Board from './Board.svelte'
import './colours.css'
import SeatBoard from './SeatBoard.svelte'
import SeatThumbnail from './SeatThumbnail.svelte'
import { translate } from '../../core/i18n.svelte'
import type { EntryPresentation } from '../../core/moveEventQueue.svelte'
import type { HistoryEntry } from '../../core/protocol'
import { visibleSeat, type SideboardsView } from './view'

type Own = typeof en
declare module '../../core/i18n.svelte' {
  interface Messages extends Own {}
}

function question({ seat, board: { phase, turn, turns, seats } }: SideboardsView) {
  if (phase === 'start') return { key: 'sideboards.client.ask.start' }
  if (seats[seat]?.exchanging) return { key: 'sideboards.client.ask.exchanged' }
  return { key: turn === turns ? 'sideboards.client.ask.last' : 'sideboards.client.ask.laying' }
}

/** Describe which cards a player laid or exchanged, and mark the new columns. */
function presentHistoryEntry({ seat, description }: HistoryEntry, _: SideboardsView, names: readonly string[]): EntryPresentation | null {
  const { kind, card, cards, end, to } = (description ?? {}) as { kind?: string; card: number; cards: readonly number[]; end: 'left' | 'right'; to: number }
  switch (kind) {
    case 'started':
      return { text: translate('sideboards.happened.started'), changed: cards.map((each) => `sideboard ${seat} card ${each}`), sound: 'card' }
    case 'laid':
      return { text: translate(`sideboards.happened.${end}`), changed: [`sideboard ${seat} card ${card}`], travels: [{ from: `seat ${seat}`, to: `sideboard ${seat} card ${card}` }], sound: 'card' }
    // In a replay, `start` and `lay` take the place of `started` and `laid`.
    case 'start':
      return { text: translate('sideboards.happened.started') }
    case 'lay':
      return { text: translate(`sideboards.happened.${end}`) }
    case 'draw':
      return { text: translate('sideboards.happened.draw') }
    case 'goal':
      return { text: translate('sideboards.happened.goal') }
    case 'exchange':
      return { text: translate('sideboards.happened.exchange'), sound: 'card' }
    case 'drawn':
      return { text: translate('sideboards.happened.drawn', { seat: to }, names) }
    default:
      return null
  }
}

export default { Board, SeatThumbnail, SeatBoard, question, presentHistoryEntry, watching: { seat: visibleSeat, sentence: 'sideboards.client.watching', followsTurn: false } } satisfies GameClient<SideboardsView>
