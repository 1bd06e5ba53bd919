/** The games, each loaded when it is first needed. */
import type { GameClient } from './contract'

interface Entry {
  readonly load: () => Promise<{ default: GameClient }>
  /** Whether seats hold, in this phase, what others on the same device may not see. */
  readonly secret: (phase: unknown) => boolean
}

const always = () => true
const never = () => false

export const GAMES: Readonly<Record<string, Entry>> = {
  qwixx: { load: () => import('./qwixx'), secret: never },
  qwixx_cards: { load: () => import('./qwixx_cards'), secret: always },
  the_game: { load: () => import('./the_game'), secret: always },
  silver_gold: { load: () => import('./silver_gold'), secret: (phase) => phase === 'keeping' },
  sideboards: { load: () => import('./sideboards'), secret: always },
}

/** A game without pictures of its own is played by buttons. */
const PLAIN: Entry = { load: () => import('./plain'), secret: always }

export const find = (game: string): Entry => GAMES[game] ?? PLAIN
