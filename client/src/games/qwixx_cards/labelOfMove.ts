import { translate } from '../../core/i18n.svelte'
import { cellAt, PASS } from '../qwixx/sheet/sheet'
import { colourOfCell, numberOfCell, type QwixxCardsMove, type QwixxCardsView } from './view'

/** Return the label of the main button for a move, which names the numbers on the cards. */
export function labelOfMove({ description, preview }: QwixxCardsMove, { seat, board }: QwixxCardsView): string {
  switch (description.kind) {
    case 'take':
      return translate('qwixx_cards.client.take', { numbers: description.places.map((place) => board.display[place]) })
    case 'cross':
      return crossLabel([cellAt(description.row, description.position)])
    case 'pass':
      return translate('client.pass')
    default: {
      const cells = preview.marks.filter((mark) => mark < PASS)
      if (cells.length) return crossLabel(cells)
      const numbers = description.slots.map((slot) => board.hands[seat]?.[slot]?.number)
      return translate(preview.points < 0 ? 'qwixx_cards.client.play-miss' : 'qwixx_cards.client.play-only', { numbers })
    }
  }
}

const crossLabel = (cells: readonly number[]): string => translate('qwixx_cards.client.cross', { colour: colourOfCell(cells[0]!), numbers: cells.map(numberOfCell) })
