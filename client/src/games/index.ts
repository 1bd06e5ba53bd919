/** The games, each loaded when it is first needed. `secret`: seats hold something that others on the same device may not see. */
import type { GameClient } from './contract'

interface Entry {
  readonly load: () => Promise<{ default: GameClient }>
  readonly secret: boolean
}

export const GAMES: Readonly<Record<string, Entry>> = {
  qwixx: { load: () => import('./qwixx'), secret: false },
  qwixx_cards: { load: () => import('./qwixx_cards'), secret: true },
  the_game: { load: () => import('./the_game'), secret: true },
  silver_gold: { load: () => import('./silver_gold'), secret: false },
  sideboards: { load: () => import('./sideboards'), secret: true },
}
