/** The player's token, name and preferences, which the browser stores. */
import type { Lang } from './i18n.svelte'
import type { SavedSetup } from '../screens/setup/tableSetup'
import type { SetSpeed } from './protocol'

export type Speed = SetSpeed['speed']

const STORAGE_KEY = 'trapezi'

const defaultSettings = () => ({
  lang: preferredLanguage(),
  theme: 'system' as 'system' | 'light' | 'dark',
  shapes: true,
  sound: false,
  sounds: { turn: true, dice: true, card: true, cross: true, coin: true, win: true },
  vibration: true,
  vibrations: { turn: true, others: false, end: true },
  motion: 'system' as 'system' | 'on' | 'off',
  tips: true,
  /** How fast the moves of others are shown. Bots play at the same pace. */
  speed: 'normal' as Speed,
  /** The seconds that a move which would reveal new information waits before it is sent, so that the player can take it back. */
  undoSeconds: 2,
  /** Whether a quick second tap on the selected thing sends the move. */
  doubleTap: false,
  /** Whether the client passes by itself if the player can do nothing else. */
  autoPass: false,
  /** Whether single keys press buttons, such as D for done and P for pass. */
  shortcuts: true,
  /** Whether a review is offered after a game. */
  reviews: true,
  /** The number of the picture that others see of this player, or 0 for the picture that belongs to the seat. */
  face: 0,
  /** Whether history and chat are visible beside the board on wide screens. */
  panel: true,
  /** The level of bots that this player chose last, or empty for the medium level. */
  botLevel: '',
  /** For each game, the seats and options that this player chose last. */
  setups: {} as Record<string, SavedSetup>,
  name: '',
  token: randomToken(32),
  /** The keys of the tips that the player has seen. A key is in the list once for each time that its tip was seen. */
  seenTips: [] as string[],
})
export type Settings = ReturnType<typeof defaultSettings>

export const settings: Settings = $state(loadSettings())

function loadSettings(): Settings {
  const defaults = defaultSettings()
  try {
    const loaded = { ...defaults, ...JSON.parse(localStorage.getItem(STORAGE_KEY) ?? '{}') } as Settings
    localStorage.setItem(STORAGE_KEY, JSON.stringify(loaded)) // A second tab must use the same token.
    return loaded
  } catch {
    return defaults
  }
}

/** Store the settings. It reads every setting, so in a Svelte effect it runs after every change. */
export function saveSettings(): void {
  try {
    localStorage.setItem(STORAGE_KEY, JSON.stringify(settings))
  } catch {
    // Without storage, the settings are lost when the page is closed.
  }
}

/** Apply settings that the player changes in another tab to this tab too. */
export function syncSettings(): void {
  addEventListener('storage', (event) => {
    if (event.key === STORAGE_KEY && event.newValue) Object.assign(settings, JSON.parse(event.newValue))
  })
}

/** Apply theme and motion to the page. */
export function applyTheme(): void {
  const root = document.documentElement
  const dark = settings.theme === 'dark' || (settings.theme === 'system' && matchMedia('(prefers-color-scheme: dark)').matches)
  const still = settings.motion === 'off' || (settings.motion === 'system' && matchMedia('(prefers-reduced-motion: reduce)').matches)
  root.dataset['theme'] = dark ? 'dark' : 'light'
  root.dataset['motion'] = still ? 'off' : 'on'
}

function preferredLanguage(): Lang {
  const languages = navigator.languages.map((each) => each.slice(0, 2))
  return languages.find((lang) => lang === 'el' || lang === 'en' || lang === 'de') ?? 'en'
}

/** Return an unguessable text made of this many random bytes. On plain http there is no `crypto.randomUUID`. */
export function randomToken(bytes: number): string {
  const random = crypto.getRandomValues(new Uint8Array(bytes))
  return btoa(String.fromCharCode(...random)).replace(/\+/g, '-').replace(/\//g, '_').replace(/=/g, '')
}
