/** Format the values of a review: chances to win in percent, points with one decimal. */
import { findMessage, translate } from '../../core/i18n.svelte'
import type { Review } from '../../core/protocol'
import { settings } from '../../core/settings.svelte'

type Unit = Pick<Review, 'game' | 'unit'>

/** Return the name of points in a game, such as "cards". */
export const pointsName = (game: string): string => findMessage(`${game}.review-unit`) ?? translate('review.points')

/** Return a value as a number: `62%` or `12.5`. */
export function valueText(value: number, { unit }: Unit, signDisplay: 'auto' | 'exceptZero' = 'auto'): string {
  const digits = unit === 'points' || (value !== 0 && Math.abs(value) < 0.0095) ? 1 : 0
  const format = new Intl.NumberFormat(settings.lang, { style: unit === 'win' ? 'percent' : 'decimal', minimumFractionDigits: digits, maximumFractionDigits: digits, signDisplay })
  return format.format(value).replace('-', '−')
}

/** Return how a value changed, with its sign: `+4%` or `−1.3`. */
export const changeText = (change: number, unit: Unit): string => valueText(change, unit, 'exceptZero')

/** Return an amount with its unit: `4%` or `1.3 cards`. */
export const amountText = (amount: number, unit: Unit): string => (unit.unit === 'win' ? valueText(amount, unit) : `${valueText(amount, unit)} ${pointsName(unit.game)}`)
