/** The sentences of the player's language. They live in `src/trapezi/i18n/` and in each game's `locale/`, as for the command line; a game's come with the game. */
import type client from '../../../src/trapezi/i18n/en/client.json'
import type screens from '../../../src/trapezi/i18n/en/screens.json'
import { settings } from './settings.svelte'

export type Lang = 'el' | 'en' | 'de'
export const LANGUAGES: Readonly<Record<Lang, string>> = { el: 'Ελληνικά', en: 'English', de: 'Deutsch' }

/** Keys that the client itself says; what the law says comes as any text. */
export type Key = keyof typeof client | keyof typeof screens
export type Params = Readonly<Record<string, unknown>>

const SHARED = import.meta.glob<Record<string, string>>('../../../src/trapezi/i18n/*/{client,common,screens,table}.json', { import: 'default' })
const LOCALES = import.meta.glob<Record<string, string>>('../../../src/trapezi/games/*/locale/*.json', { import: 'default' })
const RULES = import.meta.glob<string>('../../../src/trapezi/games/*/locale/rules.*.md', { import: 'default', query: '?raw' })
const ALWAYS = ['client', 'common', 'screens', 'table']
const BLANK = /\{(\w+)\}/g

const wanted = new Set(ALWAYS)
let sentences = $state.raw<Readonly<Record<string, string>>>({})

/** Brings the sentences of some pages (`common`, or a game's name) in the language of the settings. */
export async function bring(...pages: string[]): Promise<void> {
  for (const page of pages) wanted.add(page)
  const lang = settings.lang
  const found = await Promise.all([...wanted].map((page) => (SHARED[`../../../src/trapezi/i18n/${lang}/${page}.json`] ?? LOCALES[`../../../src/trapezi/games/${page}/locale/${lang}.json`])?.()))
  if (lang !== settings.lang) return bring()
  sentences = Object.assign({}, ...found)
  document.documentElement.lang = lang
}

/** The rules of a game for players, as Markdown. */
export async function rules(game: string): Promise<string> {
  return (await RULES[`../../../src/trapezi/games/${game}/locale/rules.${settings.lang}.md`]?.()) ?? ''
}

export function find(key: string): string | undefined {
  return sentences[key]
}

/** The sentence of a key; blanks are filled, and ids in them are themselves put into words. */
export function translate(key: Key | (string & {}), params: Params = {}, names: readonly string[] = []): string {
  const sentence = sentences[key]
  if (sentence === undefined) return key
  const scope = key.split('.', 1)[0]!
  return sentence.replace(BLANK, (blank, name: string) => (name in params ? word(scope, name, params[name], names) : blank))
}

/** What stands in a blank: the word of an id (`qwixx.colour.red`), a player's name, or the value itself. */
export function word(scope: string, name: string, value: unknown, names: readonly string[] = []): string {
  if (Array.isArray(value)) return value.map((item) => word(scope, name, item, names)).join(', ')
  if (value !== null && typeof value === 'object') return thing(scope, name, value as Params, names)
  const found = sentences[`${scope}.${name}.${value}`]
  if (found !== undefined) return found
  if ((name === 'seat' || name === 'to') && typeof value === 'number') return nameOf(value, names)
  if (name === 'game' && typeof value === 'string') return sentences[`${value}.title`] ?? value
  return String(value)
}

function thing(scope: string, name: string, value: Params, names: readonly string[]): string {
  const sentence = sentences[`${scope}.${name}`]
  if (sentence !== undefined && blanks(sentence).every((blank) => blank in value)) return translate(`${scope}.${name}`, value, names)
  return Object.entries(value)
    .filter(([, item]) => item !== null)
    .map(([part, item]) => word(scope, part, item, names))
    .join(' ')
}

function blanks(sentence: string): string[] {
  return [...sentence.matchAll(BLANK)].map((blank) => blank[1]!)
}

/** Who sits there. An empty name is a bot's: it is called by a letter. */
export function nameOf(seat: number, names: readonly string[]): string {
  if (seat < 0) return translate('table.nature')
  return names[seat] || (names[seat] === '' ? translate(`client.bot.${seat + 1}`) : translate('table.player', { number: seat + 1 }))
}

/** A move by those of its description that are known. */
export function move(game: string, description: Params, names: readonly string[] = [], text = ''): string {
  for (const way of ['move', 'hidden']) {
    const key = `${game}.${way}.${description['kind']}`
    const sentence = sentences[key]
    if (sentence !== undefined && blanks(sentence).every((blank) => blank in description)) return translate(key, description, names)
  }
  const known = Object.entries(description).filter(([, value]) => value !== null && value !== false)
  return text || known.map(([name, value]) => word(game, name, value, names)).join(', ')
}
