/** What is chosen before a game begins. The server says what can be chosen and checks what was; here it is only laid out. */
import type { GameInfo } from '../../core/protocol'
import { translate } from '../../core/words.svelte'

/** Sentences for the values of options, where they depend on the deck: by option, then by value. */
export type Labels = Readonly<Record<string, Readonly<Record<string, { readonly key: string; readonly params: Readonly<Record<string, unknown>> }>>>>

export interface Option {
  readonly name: string
  readonly kind: 'choice' | 'flag' | 'seat' | 'deck'
  readonly default: unknown
  readonly values?: readonly string[]
  readonly labels?: Labels[string]
}

export interface Setup {
  players: number
  values: Record<string, unknown>
  /** The labels of a deck file that was read here. */
  labels?: Labels | undefined
  public: boolean
  clock: number
}

export const CLOCKS = [0, 30, 60, 120, 300, 86400] // seconds for a decision; none is the usual

/** Options that mean nothing beside others: a form need not ask for them. */
const IDLE: Readonly<Record<string, (name: string, setup: Setup) => boolean>> = {
  the_game: (name, { values }) => values['mode'] === 'plain' && (COMMANDS.includes(name) || name === 'deck'),
  sideboards: (name, { values, players }) => (name === 'four_cards' && players === 1) || (GOALS.includes(name) && values['goals'] !== 'random'),
}
const COMMANDS = ['stop', 'skull', 'three', 'silence', 'no_trick', 'one_pile', 'draw_one']
const GOALS = ['colour_goal', 'handle_goal', 'row_goal']

/** Options that few people look for. */
export function rare({ name, kind }: Option): boolean {
  return kind === 'deck' || kind === 'seat' || COMMANDS.includes(name) || GOALS.includes(name)
}

export function optionsOf(info: GameInfo): readonly Option[] {
  return info.options as unknown as readonly Option[]
}

export function asked(info: GameInfo, setup: Setup): readonly Option[] {
  return optionsOf(info).filter((option) => !IDLE[info.name]?.(option.name, setup))
}

/** As the game comes out of its box. */
export function fresh(info: GameInfo, players: number): Setup {
  return { players, values: Object.fromEntries(optionsOf(info).map((option) => [option.name, option.default])), public: false, clock: 0 }
}

/** A deck that somebody uploaded before: only its name is known here, so it is left alone. */
export function isUploaded(value: unknown): value is { uploaded: string; labels?: Labels } {
  return typeof value === 'object' && value !== null && 'uploaded' in value
}

/** What a value of an option means, with the deck that is chosen. */
export function valueText(game: string, { name, labels }: Option, value: unknown, setup: Pick<Setup, 'values' | 'labels'>): string {
  const ofDeck = setup.labels ?? Object.values(setup.values).find(isUploaded)?.labels
  const label = (ofDeck?.[name] ?? labels)?.[String(value)]
  return label ? translate(label.key, label.params) : translate(`${game}.option.${name}.${value}`)
}

/** The options as the server reads them. */
export function wanted(info: GameInfo, setup: Setup): Record<string, unknown> {
  const wanted: Record<string, unknown> = { players: setup.players }
  const meant = asked(info, setup)
  for (const option of optionsOf(info)) {
    const value = meant.includes(option) ? setup.values[option.name] : option.default
    if (option.kind === 'seat') wanted[option.name] = Math.min(Number(value), setup.players - 1)
    else if (!isUploaded(value)) wanted[option.name] = value
  }
  return wanted
}

/** Which option a refusal speaks of; decks name the place within the file instead. */
export function blamed(info: GameInfo, problem: { key: string; params: Readonly<Record<string, unknown>> } | null): string | null {
  if (!problem) return null
  const { option } = problem.params
  if (typeof option === 'string') return option
  return /(^|\.)deck\./.test(problem.key) ? (optionsOf(info).find(({ kind }) => kind === 'deck')?.name ?? null) : null
}
