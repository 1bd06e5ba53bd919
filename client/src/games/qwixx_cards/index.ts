import type { GameClient } from '../contract'
import type en from '../../../../src/trapezi/games/qwixx_cards/locale/en.json'
import Board from './Board.svelte'
import SeatBoard from './SeatBoard.svelte'
import SeatThumbnail from './SeatThumbnail.svelte'
import { translate } from '../../core/i18n.svelte'
import type { EntryPresentation } from '../../core/moveEventQueue.svelte'
import type { HistoryEntry } from '../../core/protocol'
import { COLOURS, cellAt } from '../qwixx/sheet/sheet'
import { labelOfMove } from './labelOfMove'
import { cellOfNumber, visibleSeat, type QwixxCardsView } from './view'

type Own = typeof en
declare module '../../core/i18n.svelte' {
  interface Messages extends Own {}
}

function question({ board, moves }: QwixxCardsView) {
  if (!moves.length) return null
  switch (board.phase) {
    case 'take':
      return { key: 'qwixx_cards.client.ask.take', params: { cards: board.take } }
    case 'everyone':
      return { key: 'qwixx_cards.client.ask.everyone', params: { number: board.top } }
    case 'play':
      return { key: 'qwixx_cards.client.ask.play' }
    default:
      return null
  }
}

/** Describe a move as the others see it: the numbers of the cards, and the crosses with their colour. */
function presentHistoryEntry({ seat, description }: HistoryEntry): EntryPresentation | null {
  const { kind, row, position, colour, crosses } = (description ?? {}) as { kind?: string; row: number; position: number; colour: string; crosses?: number[] }
  switch (kind) {
    case 'cross':
      return { text: translate('qwixx_cards.happened.cross', description!), changed: [`sheet ${seat} cell ${cellAt(row, position)}`], sound: 'cross' }
    case 'take':
      return { text: translate('qwixx_cards.happened.take', description!), changed: [`hand ${seat}`], travels: [{ from: 'pile', to: `hand ${seat}` }], sound: 'card' }
    case 'play': {
      const cells = (crosses ?? []).map((number) => `sheet ${seat} cell ${cellOfNumber(COLOURS.indexOf(colour as never), number)}`)
      return { text: translate('qwixx_cards.happened.play', description!), changed: ['discards', ...cells], travels: [{ from: `hand ${seat}`, to: 'discards' }], sound: 'cross' }
    }
    case 'drop':
      return { text: translate('qwixx_cards.happened.drop', description!), changed: ['discards'], travels: [{ from: `hand ${seat}`, to: 'discards' }], sound: 'card' }
    case 'pass':
      return { text: translate('qwixx_cards.happened.pass') }
    default:
      return null
  }
}

function moveLabel(move: number, view: QwixxCardsView): string | null {
  const found = view.moves.find((each) => each.move === move)
  return found ? labelOfMove(found, view) : null
}

export default { Board, SeatThumbnail, SeatBoard, question, presentHistoryEntry, moveLabel, watching: { seat: visibleSeat, sentence: 'client.watching-sheet', followsTurn: true } } satisfies GameClient<QwixxCardsView>
