/** Say when the deals of the day change. The server decides when a day ends; the player may live in another time zone. */

/** Return a time, given in seconds since 1970, as a weekday and a time of day in the player's time zone: `Friday 06:00`. */
export function endOfDay(until: number, lang: string, timeZone?: string): string {
  return new Intl.DateTimeFormat(lang, { weekday: 'long', hour: '2-digit', minute: '2-digit', hourCycle: 'h23', timeZone }).format(until * 1000)
}

/** Return how far a time (in seconds) is from now (in milliseconds): `in 5 hours` or, during the last hour, `in 12 minutes`. */
export function timeUntil(until: number, now: number, lang: string): string {
  const minutes = Math.max(1, Math.ceil((until * 1000 - now) / 60_000))
  const format = new Intl.RelativeTimeFormat(lang)
  return minutes < 60 ? format.format(minutes, 'minute') : format.format(Math.round(minutes / 60), 'hour')
}
