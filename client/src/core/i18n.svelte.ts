/** Translate message keys into the player's language. The catalogues are those of the Python packages; the server sends those of third-party games. */
import type client from '../../../src/trapezi/i18n/en/client.json'
import type coach from '../../../src/trapezi/i18n/en/coach.json'
import type common from '../../../src/trapezi/i18n/en/common.json'
import type daily from '../../../src/trapezi/i18n/en/daily.json'
import type history from '../../../src/trapezi/i18n/en/history.json'
import type lesson from '../../../src/trapezi/i18n/en/lesson.json'
import type protocol from '../../../src/trapezi/i18n/en/protocol.json'
import type review from '../../../src/trapezi/i18n/en/review.json'
import type screens from '../../../src/trapezi/i18n/en/screens.json'
import type table from '../../../src/trapezi/i18n/en/table.json'
import type talk from '../../../src/trapezi/i18n/en/talk.json'
import { choosePlurals, PLACEHOLDER, placeholders, type Params } from './messageFormat'
import type { SeatInfo } from './protocol'
import { settings } from './settings.svelte'

export type Lang = 'el' | 'en' | 'de'
export const LANGUAGES: Readonly<Record<Lang, string>> = { el: 'Ελληνικά', en: 'English', de: 'Deutsch' }

type Shared = typeof client & typeof coach & typeof common & typeof daily & typeof history & typeof lesson & typeof protocol & typeof review & typeof screens & typeof table & typeof talk
/** All messages that the client names in its code. Each game's `index.ts` adds its own catalogue. */
export interface Messages extends Shared {}
type Key = keyof Messages

/** Accept `K` if it is a message key or a template that matches at least one key. Reject any other literal at compile time. */
type Checked<K extends string> = K extends Key ? K : {} extends Record<K, 1> ? (Extract<Key, K> extends never ? never : K) : never
export type { Params }
type Catalogue = Readonly<Record<string, string>>

const SHARED = import.meta.glob<Catalogue>('../../../src/trapezi/i18n/*/{client,common,protocol,screens,table,talk}.json', { import: 'default' })
/** Catalogues that are loaded with their screen, so that the home page stays small. */
const SECTIONS = import.meta.glob<Catalogue>('../../../src/trapezi/i18n/*/{coach,daily,history,lesson,review}.json', { import: 'default' })
const BUNDLED = import.meta.glob<Catalogue>('../../../src/trapezi/games/*/locale/{el,en,de}.json', { import: 'default' })
const TITLES = import.meta.glob<Catalogue>('../../../src/trapezi/games/*/locale/{el,en,de}.json', { import: 'default', query: '?titles', eager: true })
const RULES = import.meta.glob<string>('../../../src/trapezi/games/*/locale/rules.*.md', { import: 'default', query: '?raw' })

type Section = 'coach' | 'daily' | 'history' | 'lesson' | 'review'
const sections = new Set<Section>()
const games = new Set<string>()
const fetched = new Map<string, Catalogue>() // the catalogues that were fetched from the server, by path
let messages = $state.raw<Catalogue>({})

/** Load the titles and pitches of games. Those of built-in games are part of the page, those of other games are in their catalogues. */
export async function loadTitles(names: readonly string[]): Promise<void> {
  const foreign = names.filter((name) => !(bundledPath(name, settings.lang) in BUNDLED) && !games.has(name))
  if (foreign.length) await loadMessages(...foreign)
}

/** Load the messages of a screen. */
export async function loadSection(section: Section): Promise<void> {
  sections.add(section)
  await loadMessages()
}

let newestRequest: Promise<void> = Promise.resolve()

/** Load the shared messages and those of all screens and games requested so far, in the player's language. */
export function loadMessages(...names: readonly string[]): Promise<void> {
  for (const name of names) games.add(name)
  const lang = settings.lang
  const request: Promise<void> = loadCatalogues(lang).then((catalogues) => {
    if (request !== newestRequest) return newestRequest // A later call loads these messages too.
    if (lang !== settings.lang) return loadMessages()
    messages = Object.assign({}, ...catalogues)
    document.documentElement.lang = lang
  })
  newestRequest = request
  return request
}

function loadCatalogues(lang: Lang): Promise<Catalogue[]> {
  const shared = Object.entries(SHARED).flatMap(([path, load]) => (path.includes(`/${lang}/`) ? [load()] : []))
  const ofScreens = [...sections].map((section) => SECTIONS[`../../../src/trapezi/i18n/${lang}/${section}.json`]!())
  const titles = Object.entries(TITLES).flatMap(([path, title]) => (path.endsWith(`/${lang}.json`) ? [title] : []))
  return Promise.all([...titles, ...shared, ...ofScreens, ...[...games].map((game) => loadCatalogue(game, lang))])
}

const bundledPath = (game: string, lang: Lang): string => `../../../src/trapezi/games/${game}/locale/${lang}.json`

async function loadCatalogue(game: string, lang: Lang): Promise<Catalogue> {
  const bundled = BUNDLED[bundledPath(game, lang)]
  if (bundled) return bundled()
  const path = `/api/games/${encodeURIComponent(game)}/messages/${lang}`
  const known = fetched.get(path)
  if (known) return known
  const answer = await fetch(path)
  const catalogue = answer.ok ? ((await answer.json()) as Catalogue) : {}
  if (answer.ok) fetched.set(path, catalogue)
  return catalogue
}

/** Load the rules of a game as Markdown. Return an empty text if the game has no rules page. */
export async function loadRules(game: string): Promise<string> {
  const bundled = RULES[`../../../src/trapezi/games/${game}/locale/rules.${settings.lang}.md`]
  if (bundled) return bundled()
  const answer = await fetch(`/api/games/${encodeURIComponent(game)}/rules/${settings.lang}`)
  return answer.ok ? answer.text() : ''
}

/** Return the message of a key, or undefined if no catalogue has the key. */
export const findMessage = (key: string): string | undefined => messages[key]

/** Return the message of a key or, if there is none, an identifier as words. */
export const labelOf = (key: string, id: string): string => messages[key] ?? readable(id)

/** Return the part of a key that names the game or catalogue section in which the ids of its message are looked up. */
const scopeOf = (key: string): string => key.split('.', /^(common|screens)\./.test(key) ? 2 : 1).join('.')

/** Return the message of a key with its placeholders filled in. Ids are translated too, such as `{colour}` by `<game>.colour.red`. */
export function translate<K extends string>(key: Checked<K>, params: Params = {}, names: readonly string[] = []): string {
  const text = messages[key]
  if (text === undefined) return readable(key.split('.').slice(1).join(' '))
  const scope = scopeOf(key)
  return choosePlurals(text, settings.lang, params).replace(PLACEHOLDER, (whole, name: string) => (params[name] !== undefined ? translateValue(scope, name, params[name], names) : whole))
}

/** Return a number with its sign, such as `+4` or `−2`. */
export const withSign = (number: number): string => (number < 0 ? `−${-number}` : `+${number}`)

/** Return an identifier as words, such as `Draw pile` for `draw_pile`. */
function readable(id: string): string {
  const words = id.replace(/[_-]+/g, ' ').trim()
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** Return the text for a placeholder: the message of an id, a player's name, or the value itself. */
export function translateValue(scope: string, name: string, value: unknown, names: readonly string[] = []): string {
  if (Array.isArray(value)) return value.map((item) => translateValue(scope, name, item, names)).join(', ')
  if (value !== null && typeof value === 'object') return translateRecord(scope, name, value as Params, names)
  const text = messages[`${scope}.${name}.${value}`]
  if (text !== undefined) return text
  if ((name === 'seat' || name === 'to') && typeof value === 'number') return seatName(value, names)
  if (name === 'game' && typeof value === 'string') return messages[`${value}.title`] ?? value
  return String(value)
}

function translateRecord(scope: string, name: string, value: Params, names: readonly string[]): string {
  const key: string = `${scope}.${name}`
  if (hasMessageFor(key, value)) return translate(key, value, names)
  return Object.entries(value)
    .filter(([, item]) => item !== null)
    .map(([part, item]) => translateValue(scope, part, item, names))
    .join(' ')
}

/** Return whether there is a message with this key, and the parameters fill all its placeholders. */
export function hasMessageFor(key: string, params: Params): boolean {
  const text = messages[key]
  return text !== undefined && placeholders(text).every((name) => name in params)
}

/** Return the name of the player at a seat. Bots have an empty name and are called by a letter. */
export function seatName(seat: number, names: readonly string[]): string {
  if (seat < 0) return translate('common.table.nature')
  return names[seat] || (names[seat] === '' ? translate(`client.bot.${seat + 1}`) : translate('common.table.player', { number: seat + 1 }))
}

/** Return the names of the players at all seats. Bots are called by letters and free seats by numbers. */
export function seatNames(seats: readonly SeatInfo[]): string[] {
  const given = seats.map((seat) => seat.name)
  return seats.map(({ seat, kind }) => seatName(seat, kind === 'empty' ? [] : given))
}

/** Return a move as a sentence. A viewer who knows only parts of the move gets a sentence about these parts. */
export function describeMove(game: string, description: Params, names: readonly string[] = [], text = ''): string {
  const key: string | undefined = ['move', 'hidden'].map((way) => `${game}.${way}.${description['kind']}`).find((each) => hasMessageFor(each, description))
  if (key !== undefined) return translate(key, description, names)
  const known = Object.entries(description).filter(([, value]) => value !== null && value !== false)
  return text || known.map(([name, value]) => translateValue(game, name, value, names)).join(', ')
}
