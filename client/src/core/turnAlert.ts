/** Tell the player that it is their turn: in the page title, and by sound and vibration if the settings allow it. */
import { playSound } from './sounds'
import { vibrate } from './vibration'

let active = false

export function setTurnAlert(on: boolean, text: string): void {
  document.title = on ? `● ${text} – Trapezi` : 'Trapezi'
  if (on && !active) {
    vibrate('turn')
    playSound('turn')
  }
  active = on
}
