/** Calls the player: in the title, and by sound and vibration if wished. */
import { settings } from './settings.svelte'

let called = false

export function attention(wanted: boolean, words: string): void {
  document.title = wanted ? `● ${words} – Trapezi` : 'Trapezi'
  if (wanted && !called) {
    if (settings.vibration && navigator.userActivation?.hasBeenActive) navigator.vibrate?.(60)
    if (settings.sound) chime()
  }
  called = wanted
}

let audio: AudioContext | null = null

/** Two soft notes, made here. */
function chime(): void {
  try {
    audio ??= new AudioContext()
    for (const [at, pitch] of [
      [0, 659],
      [0.12, 880],
    ] as const) {
      const note = audio.createOscillator()
      const volume = audio.createGain()
      note.frequency.value = pitch
      volume.gain.setValueAtTime(0.12, audio.currentTime + at)
      volume.gain.exponentialRampToValueAtTime(0.001, audio.currentTime + at + 0.35)
      note.connect(volume).connect(audio.destination)
      note.start(audio.currentTime + at)
      note.stop(audio.currentTime + at + 0.4)
    }
  } catch {
    // A browser without sound still plays.
  }
}
