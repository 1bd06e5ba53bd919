/** Find each game's client part: the folder `games/<name>/`. A game without one gets the plain board. */
import type { Component } from 'svelte'
import type { GameClient, OptionRules } from './contract'

const CLIENTS = import.meta.glob<GameClient>('./*/index.ts', { import: 'default' })
const ICONS = import.meta.glob<Component<{ game: string }>>('./*/HomeIcon.svelte', { import: 'default', eager: true })
const OPTIONS = import.meta.glob<OptionRules>('./*/options.ts', { import: 'default', eager: true })

/** Load a game's client part. */
export const loadClient = (game: string): Promise<GameClient> => (CLIENTS[`./${game}/index.ts`] ?? CLIENTS['./plain/index.ts']!)()

export const homeIcon = (game: string): Component<{ game: string }> => ICONS[`./${game}/HomeIcon.svelte`] ?? ICONS['./plain/HomeIcon.svelte']!

export const optionRules = (game: string): OptionRules | undefined => OPTIONS[`./${game}/options.ts`]
