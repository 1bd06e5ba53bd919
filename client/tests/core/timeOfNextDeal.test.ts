import { expect, test } from 'vitest'
import { endOfDay, timeUntil } from '../../src/core/timeOfNextDeal'

const seconds = (moment: string) => Date.parse(moment) / 1000
const MIDNIGHT_IN_ATHENS = seconds('2026-03-11T00:00:00+02:00')

test.each([
  ['Europe/Athens', 'Wednesday 00:00'],
  ['Europe/Berlin', 'Tuesday 23:00'],
  ['America/New_York', 'Tuesday 18:00'],
  ['Pacific/Auckland', 'Wednesday 11:00'],
  ['Asia/Kathmandu', 'Wednesday 03:45'],
])('the end of a day in Athens is shown to a player in %s in their own time', (zone, expected) => {
  expect(endOfDay(MIDNIGHT_IN_ATHENS, 'en-GB', zone).replace(/,| at/g, '')).toBe(expected)
})

test('a day on which the clocks change ends at midnight too, but is seen an hour off in a zone that changes later', () => {
  const changed = seconds('2026-10-26T00:00:00+02:00') // the clocks in Athens went back on the 25th, those in New York not yet
  expect(endOfDay(changed, 'en-GB', 'Europe/Athens')).toContain('00:00')
  expect(endOfDay(changed, 'en-GB', 'America/New_York')).toContain('18:00')
  expect(endOfDay(seconds('2026-11-02T00:00:00+02:00'), 'en-GB', 'America/New_York')).toContain('17:00')
})

test('the time that is left counts real hours on days of 23 and 25 hours', () => {
  const from = (start: string, end: string) => timeUntil(seconds(end), Date.parse(start), 'en')
  expect(from('2026-03-29T00:00:00+02:00', '2026-03-30T00:00:00+03:00')).toBe('in 23 hours')
  expect(from('2026-10-25T00:00:00+03:00', '2026-10-26T00:00:00+02:00')).toBe('in 25 hours')
})

test('around midnight the remaining time is shown in minutes and never negative', () => {
  const left = (after: number) => timeUntil(MIDNIGHT_IN_ATHENS, (MIDNIGHT_IN_ATHENS + after) * 1000, 'en')
  expect([left(-3600), left(-3540), left(-61), left(-1), left(0), left(30)]).toEqual(['in 1 hour', 'in 59 minutes', 'in 2 minutes', 'in 1 minute', 'in 1 minute', 'in 1 minute'])
})

test.each([
  ['el', 'σε 5 ώρες'],
  ['de', 'in 5 Stunden'],
  ['en', 'in 5 hours'],
])('the remaining time is shown in %s', (lang, expected) => {
  expect(timeUntil(MIDNIGHT_IN_ATHENS, (MIDNIGHT_IN_ATHENS - 5 * 3600) * 1000, lang)).toBe(expected)
})
