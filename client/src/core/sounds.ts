/** Play short sounds, which the browser synthesises. They are off until the player switches them on. */
import { settings } from './settings.svelte'

export const SOUNDS = ['turn', 'dice', 'card', 'cross', 'coin', 'win'] as const
export type Sound = (typeof SOUNDS)[number]

let audio: AudioContext | null = null

/** Play a sound if the player has switched this kind on. */
export function playSound(sound: Sound): void {
  if (!settings.sound || !settings.sounds[sound]) return
  try {
    audio ??= new AudioContext()
    SYNTHESIS[sound](audio)
  } catch {
    // A browser may refuse to play sounds.
  }
}

const SYNTHESIS: Readonly<Record<Sound, (audio: AudioContext) => void>> = {
  turn(audio) {
    tone(audio, 659, 0, 0.35)
    tone(audio, 880, 0.12, 0.35)
  },
  dice(audio) {
    for (const delay of [0, 0.06, 0.13, 0.22, 0.34]) noise(audio, 1900, delay, 0.045, 0.5)
  },
  card(audio) {
    noise(audio, 4200, 0, 0.1, 0.18)
    noise(audio, 900, 0.08, 0.05, 0.3)
  },
  cross(audio) {
    noise(audio, 3000, 0, 0.09, 0.16)
    noise(audio, 3400, 0.12, 0.09, 0.16)
  },
  coin(audio) {
    tone(audio, 1568, 0, 0.18, 'triangle')
    tone(audio, 2093, 0.06, 0.3, 'triangle')
  },
  win(audio) {
    for (const [n, pitch] of [523, 659, 784, 1047].entries()) tone(audio, pitch, n * 0.13, 0.5, 'triangle')
  },
}

/** Play a note of this pitch that fades out. */
function tone(audio: AudioContext, pitch: number, delay: number, seconds: number, type: OscillatorType = 'sine'): void {
  const note = audio.createOscillator()
  note.type = type
  note.frequency.value = pitch
  note.connect(fadingOut(audio, delay, seconds, 0.12))
  note.start(audio.currentTime + delay)
  note.stop(audio.currentTime + delay + seconds)
}

/** Play a short noise around this pitch, as if one thing hit or scratched another. */
function noise(audio: AudioContext, pitch: number, delay: number, seconds: number, loudness: number): void {
  const samples = new AudioBuffer({ length: Math.ceil(audio.sampleRate * seconds), sampleRate: audio.sampleRate })
  samples.getChannelData(0).forEach((_, n, channel) => (channel[n] = Math.random() * 2 - 1))
  const source = new AudioBufferSourceNode(audio, { buffer: samples })
  const filter = new BiquadFilterNode(audio, { type: 'bandpass', frequency: pitch, Q: 1.5 })
  source.connect(filter).connect(fadingOut(audio, delay, seconds, loudness))
  source.start(audio.currentTime + delay)
}

/** Return an audio node that fades its input from this loudness to silence. */
function fadingOut(audio: AudioContext, delay: number, seconds: number, loudness: number): GainNode {
  const volume = audio.createGain()
  volume.gain.setValueAtTime(loudness, audio.currentTime + delay)
  volume.gain.exponentialRampToValueAtTime(0.001, audio.currentTime + delay + seconds)
  volume.connect(audio.destination)
  return volume
}
