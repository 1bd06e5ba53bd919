/** The set-up of a new table. The server lists the options and validates them; the client only shows the form. */
import { labelOf, translate, type Params } from '../../core/i18n.svelte'
import { defaultPlayerCount } from '../../core/offeredGames'
import type { GameInfo, Problem, TableInfo } from '../../core/protocol'
import { settings } from '../../core/settings.svelte'
import { findSetupFormLayout } from '../../games'

/** The labels of options that depend on the deck, by option and value. */
export type Labels = Readonly<Record<string, Readonly<Record<string, { readonly key: string; readonly params: Params }>>>>

export interface Option {
  readonly name: string
  readonly kind: 'choice' | 'flag' | 'seat' | 'deck'
  readonly default: unknown
  readonly values?: readonly string[]
  readonly labels?: Labels[string]
}

export type Hints = TableInfo['hints']
export const HINTS: readonly Hints[] = ['alone', 'everyone', 'nobody']

export interface Setup {
  players: number
  values: Record<string, unknown>
  /** The labels that come with an uploaded deck file. */
  labels?: Labels | undefined
  /** The names of the options whose value is a seat that is drawn by lot when the game starts. */
  byLot: readonly string[]
  public: boolean
  clock: number
  /** Who may ask for hints. */
  hints: Hints
}

/** The set-up that the browser stores for the next table of a game: who has each seat, and all settings except an uploaded deck. */
export interface SavedSetup extends Omit<Setup, 'labels'> {
  readonly seats: readonly { readonly kind: SeatKind; readonly name: string }[]
}

/** Who has a seat of a new table: a person on this device, a bot, or nobody yet. */
export type SeatKind = 'here' | 'bot' | 'free'

export const CLOCK_SECONDS = [0, 30, 60, 120, 300, 86400] // the seconds for a decision; 0 means no limit

/** Return the time for a decision in words, such as `30 seconds`. */
export function clockLabel(seconds: number): string {
  if (seconds === 0) return translate('screens.new.clock-off')
  if (seconds < 120) return translate('screens.new.clock-seconds', { number: seconds })
  return seconds < 86400 ? translate('screens.new.clock-minutes', { number: seconds / 60 }) : translate('screens.new.clock-day')
}

/** Return whether few players change this option, so that the form folds it away. */
export const isRareOption = (game: string, { name, kind }: Option): boolean => kind === 'deck' || kind === 'seat' || !!findSetupFormLayout(game)?.rare.includes(name)

const optionsOf = (info: GameInfo): readonly Option[] => info.options as unknown as readonly Option[]

/** Return the options that have an effect, given the values of the others. */
export function relevantOptions(info: GameInfo, { values, players }: Pick<Setup, 'values' | 'players'>): readonly Option[] {
  return optionsOf(info).filter((option) => !findSetupFormLayout(info.name)?.isIrrelevant(option.name, values, players))
}

export function defaultSetup(info: GameInfo, players: number): Setup {
  const options = optionsOf(info)
  return {
    players,
    values: Object.fromEntries(options.map((option) => [option.name, option.default])),
    byLot: options.filter(({ kind, default: usual }) => kind === 'seat' && typeof usual === 'number').map(({ name }) => name),
    public: false,
    clock: 0,
    hints: 'alone',
  }
}

/** Return the setup that this player used last for a game, without values that the game no longer has. */
export function rememberedSetup(info: GameInfo): Setup {
  const setup = defaultSetup(info, defaultPlayerCount(info.players))
  const saved = settings.setups[info.name]
  if (!saved) return setup
  if (info.players.includes(saved.players)) setup.players = saved.players
  // An old version of the client may have stored a seat to be drawn by lot, although nobody chose that.
  const isFormerDefault = ({ name, default: usual }: Option) => typeof usual === 'string' && typeof saved.values[name] === 'number' && saved.byLot.includes(name)
  const kept = optionsOf(info).filter((option) => !isFormerDefault(option))
  for (const { name, kind, values } of kept) {
    const value = saved.values[name]
    if (kind === 'flag' ? typeof value === 'boolean' : kind === 'seat' && typeof value === 'number' ? true : values?.includes(value as string)) setup.values[name] = value
  }
  setup.byLot = kept.flatMap(({ name, kind }) => (kind === 'seat' && saved.byLot.includes(name) ? [name] : []))
  // An old version of the client may have stored a set-up without `hints`.
  return { ...setup, public: saved.public, clock: saved.clock, hints: HINTS.find((each) => each === saved.hints) ?? 'alone' }
}

/** Remember the setup of a game on this device. */
export function rememberSetup(game: string, setup: Setup, seats: SavedSetup['seats']): void {
  const values = Object.fromEntries(Object.entries(setup.values).filter(([, value]) => typeof value !== 'object'))
  settings.setups[game] = { players: setup.players, values, byLot: setup.byLot, public: setup.public, clock: setup.clock, hints: setup.hints, seats }
}

/** Return whether a value of an option is a deck that was uploaded before. The client knows only its name and cannot send it again. */
export function isUploadedDeck(value: unknown): value is { uploaded: string; labels?: Labels } {
  return typeof value === 'object' && value !== null && 'uploaded' in value
}

/** Return the labels of an option's values that depend on the chosen deck. */
export function valueLabels({ name, labels }: Option, setup: Pick<Setup, 'values' | 'labels'>): Labels[string] {
  const ofDeck = setup.labels ?? Object.values(setup.values).find(isUploadedDeck)?.labels
  return ofDeck?.[name] ?? labels ?? {}
}

/** Return the text for a value of an option, which may depend on the chosen deck. */
export function valueLabel(game: string, option: Option, value: unknown, setup: Pick<Setup, 'values' | 'labels'>): string {
  const label = valueLabels(option, setup)[String(value)]
  return label ? translate(label.key, label.params) : labelOf(`${game}.option.${option.name}.${value}`, String(value))
}

/** Return the value of an option that names a seat: a seat that exists, or one of the option's words. */
export function seatValue(option: Option, setup: Setup): number | string {
  const value = setup.values[option.name]
  return typeof value === 'string' && option.values?.includes(value) ? value : Math.min(Number(value), setup.players - 1)
}

/** Return the values of the options in the form that the server expects. */
export function optionValues(info: GameInfo, setup: Setup): Record<string, unknown> {
  const values: Record<string, unknown> = { players: setup.players }
  const used = relevantOptions(info, setup)
  for (const option of optionsOf(info)) {
    const value = used.includes(option) ? setup.values[option.name] : option.default
    if (option.kind === 'seat') values[option.name] = used.includes(option) ? seatValue(option, setup) : option.default
    else if (!isUploadedDeck(value)) values[option.name] = value
  }
  return values
}

/** Return the option that caused a rejection. If the message names a place in a file instead of an option, it is the deck. */
export function rejectedOption(info: GameInfo, problem: Problem | null): string | null {
  if (!problem) return null
  const { option } = problem.params
  if (typeof option === 'string') return option
  return /(^|\.)deck\./.test(problem.key) ? (optionsOf(info).find(({ kind }) => kind === 'deck')?.name ?? null) : null
}
