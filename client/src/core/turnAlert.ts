/** Show in the page title that it is the player's turn and, if the settings allow it, play a sound and vibrate. */
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
