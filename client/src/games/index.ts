/** Find the client part of each game in the folder `games/<name>/`. A game without such a folder gets the plain board. */
import type { Component } from 'svelte'
import type { GameClient, OptionPictureProps, SetupFormLayout } from './contract'

const CLIENTS = import.meta.glob<GameClient>('./*/index.ts', { import: 'default' })
const ICONS = import.meta.glob<Component<{ game: string }>>('./*/GameIconDrawing.svelte', { import: 'default', eager: true })
const DRAWINGS = import.meta.glob<Component>('./*/EndOfGameDrawing.svelte', { import: 'default' })
const PICTURES = import.meta.glob<Component<OptionPictureProps>>('./*/OptionPicture.svelte', { import: 'default' })
const OPTIONS = import.meta.glob<SetupFormLayout>('./*/setupFormLayout.ts', { import: 'default', eager: true })

/** Load a game's client part. */
export const loadGameClient = (game: string): Promise<GameClient> => (CLIENTS[`./${game}/index.ts`] ?? CLIENTS['./plain_board/index.ts']!)()

/** Return the drawing inside a game's icon: svg elements on a field of 120 × 96. */
export const gameIconDrawing = (game: string): Component<{ game: string }> => ICONS[`./${game}/GameIconDrawing.svelte`] ?? ICONS['./plain_board/GameIconDrawing.svelte']!

/** Load the drawing that celebrates the end of a game. */
export const loadEndOfGameDrawing = (game: string): Promise<Component> => (DRAWINGS[`./${game}/EndOfGameDrawing.svelte`] ?? DRAWINGS['./plain_board/EndOfGameDrawing.svelte']!)()

/** Load the component that draws the values of a game's options, if it has one. */
export const loadOptionPicture = (game: string): Promise<Component<OptionPictureProps>> | undefined => PICTURES[`./${game}/OptionPicture.svelte`]?.()

export const findSetupFormLayout = (game: string): SetupFormLayout | undefined => OPTIONS[`./${game}/setupFormLayout.ts`]
