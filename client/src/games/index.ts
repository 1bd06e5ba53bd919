/** Find each game's client part: the folder `games/<name>/`. A game without one gets the plain board. */
import type { Component } from 'svelte'
import type { GameClient, SetupOptions } from './contract'

const CLIENTS = import.meta.glob<GameClient>('./*/index.ts', { import: 'default' })
const ICONS = import.meta.glob<Component<{ game: string }>>('./*/GameIconDrawing.svelte', { import: 'default', eager: true })
const OPTIONS = import.meta.glob<SetupOptions>('./*/setupOptions.ts', { import: 'default', eager: true })

/** Load a game's client part. */
export const loadGameClient = (game: string): Promise<GameClient> => (CLIENTS[`./${game}/index.ts`] ?? CLIENTS['./plain_board/index.ts']!)()

/** Return the drawing inside a game's icon: svg elements on a field of 120 × 96. */
export const gameIconDrawing = (game: string): Component<{ game: string }> => ICONS[`./${game}/GameIconDrawing.svelte`] ?? ICONS['./plain_board/GameIconDrawing.svelte']!

export const findSetupOptions = (game: string): SetupOptions | undefined => OPTIONS[`./${game}/setupOptions.ts`]
