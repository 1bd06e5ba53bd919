/** Let a quick second tap on the selected thing press the main button, if the player has switched this on. It works in all games. */
import { settings } from './settings.svelte'

/** Two taps within this time, in milliseconds, are a double tap. */
const DOUBLE_TAP = 350

/** Return a click handler for the board. It must run before the board's own click handlers. */
export function sendOnDoubleTap(): (event: MouseEvent) => void {
  let tapped: Element | null = null
  let tappedAt = 0
  return (event) => {
    const target = (event.target as Element).closest('[data-legal], [aria-pressed]')
    const twice = target !== null && target === tapped && event.timeStamp - tappedAt < DOUBLE_TAP
    tapped = target
    tappedAt = event.timeStamp
    if (!twice || !settings.doubleTap || target.getAttribute('aria-pressed') !== 'true' || target.matches('[data-action=single]')) return
    const button = (event.currentTarget as Element).querySelector<HTMLButtonElement>('[data-action=done]:enabled')
    if (!button) return
    event.stopPropagation()
    tapped = null
    button.click()
  }
}
