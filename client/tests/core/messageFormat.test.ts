import { expect, it } from 'vitest'
import cases from '../../../tests/i18n/plurals.json'
import { choosePlurals, PLACEHOLDER, placeholders, type Params } from '../../src/core/messageFormat'

it.each(cases)('fills “$message” in $lang as the command line does', ({ message, lang, params, text }) => {
  const given: Params = params
  const filled = choosePlurals(message, lang, given).replace(PLACEHOLDER, (whole, name: string) => (name in given ? String(given[name]) : whole))
  expect(filled).toBe(text)
})

it('names the parameters of a message, those inside plural forms included', () => {
  expect(placeholders('{seat}: {cards, plural, one {card} other {# cards of {colour}}}')).toEqual(['seat', 'cards', 'colour'])
})
