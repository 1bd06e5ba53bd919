/** Vibrate if the device can, and if the player has switched on vibration for this kind of event. */
import { settings } from './settings.svelte'

export const VIBRATIONS = ['turn', 'others', 'end'] as const
export type Vibration = (typeof VIBRATIONS)[number]

const PATTERNS: Readonly<Record<Vibration, number[]>> = { turn: [60], others: [15], end: [60, 80, 120] }

export function vibrate(kind: Vibration): void {
  if (settings.vibration && settings.vibrations[kind] && navigator.userActivation?.hasBeenActive) navigator.vibrate?.(PATTERNS[kind])
}
