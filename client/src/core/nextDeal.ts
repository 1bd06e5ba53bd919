/** When the next deals of the day come. Days are those of the server's time zone, and the player may be in another one. */

/** Return when a day in the server's time zone ends, as a weekday and time in the player's own time zone: `Friday 06:00`. */
export function endOfDay(until: number, lang: string, timeZone?: string): string {
  return new Intl.DateTimeFormat(lang, { weekday: 'long', hour: '2-digit', minute: '2-digit', hourCycle: 'h23', timeZone }).format(until * 1000)
}

/** Return how long it is from `now` until then (both in milliseconds): `in 5 hours`, and in the last hour `in 12 minutes`. */
export function timeUntil(until: number, now: number, lang: string): string {
  const minutes = Math.max(1, Math.ceil((until * 1000 - now) / 60_000))
  const format = new Intl.RelativeTimeFormat(lang)
  return minutes < 60 ? format.format(minutes, 'minute') : format.format(Math.round(minutes / 60), 'hour')
}
