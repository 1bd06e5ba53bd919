/** Tell the player that it is their turn: in the page title, and by sound and vibration if the settings allow it. */
import { settings } from './settings.svelte'

let active = false

export function setTurnAlert(on: boolean, text: string): void {
  document.title = on ? `● ${text} – Trapezi` : 'Trapezi'
  if (on && !active) {
    if (settings.vibration && navigator.userActivation?.hasBeenActive) navigator.vibrate?.(60)
    if (settings.sound) chime()
  }
  active = on
}

let audio: AudioContext | null = null

/** Play two soft notes. */
function chime(): void {
  try {
    audio ??= new AudioContext()
    for (const [delay, pitch] of [
      [0, 659],
      [0.12, 880],
    ] as const) {
      const note = audio.createOscillator()
      const volume = audio.createGain()
      note.frequency.value = pitch
      volume.gain.setValueAtTime(0.12, audio.currentTime + delay)
      volume.gain.exponentialRampToValueAtTime(0.001, audio.currentTime + delay + 0.35)
      note.connect(volume).connect(audio.destination)
      note.start(audio.currentTime + delay)
      note.stop(audio.currentTime + delay + 0.4)
    }
  } catch {
    // Browsers may refuse sound.
  }
}
