/** What this browser remembers: the player's identity and preferences. */
import type { Lang } from './i18n.svelte'

export interface Settings {
  lang: Lang
  theme: 'system' | 'light' | 'dark'
  shapes: boolean
  sound: boolean
  vibration: boolean
  motion: 'system' | 'on' | 'off'
  tips: boolean
  name: string
  token: string
  seenTips: string[]
}

const STORAGE_KEY = 'trapezi'

export const settings: Settings = $state(loadSettings())

function loadSettings(): Settings {
  const defaults: Settings = {
    lang: preferredLanguage(),
    theme: 'system',
    shapes: true,
    sound: false,
    vibration: true,
    motion: 'system',
    tips: true,
    name: '',
    token: randomToken(32),
    seenTips: [],
  }
  try {
    const loaded = { ...defaults, ...JSON.parse(localStorage.getItem(STORAGE_KEY) ?? '{}') } as Settings
    localStorage.setItem(STORAGE_KEY, JSON.stringify(loaded)) // at once, so that a second tab has the same token
    return loaded
  } catch {
    return defaults
  }
}

/** Store the settings; call this after every change. */
export function saveSettings(): void {
  try {
    localStorage.setItem(STORAGE_KEY, JSON.stringify(settings))
  } catch {
    // Without storage the player can still play.
  }
}

/** Take over what another tab changes. */
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
  for (const lang of navigator.languages) {
    const short = lang.slice(0, 2)
    if (short === 'el' || short === 'en' || short === 'de') return short
  }
  return 'en'
}

/** Return an unguessable id of so many random bytes. `crypto.randomUUID` does not exist on plain http. */
export function randomToken(bytes: number): string {
  const random = crypto.getRandomValues(new Uint8Array(bytes))
  return btoa(String.fromCharCode(...random)).replace(/\+/g, '-').replace(/\//g, '_').replace(/=/g, '')
}
