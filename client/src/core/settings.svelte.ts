/** What this browser remembers: who I am and how I like it. */
import type { Lang } from './words.svelte'

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
  seen: string[] // tips that were shown
}

const KEPT = 'trapezi'

export const settings: Settings = $state(load())

function load(): Settings {
  const fresh: Settings = {
    lang: preferred(),
    theme: 'system',
    shapes: true,
    sound: false,
    vibration: true,
    motion: 'system',
    tips: true,
    name: '',
    token: id(32),
    seen: [],
  }
  try {
    const found = { ...fresh, ...JSON.parse(localStorage.getItem(KEPT) ?? '{}') } as Settings
    localStorage.setItem(KEPT, JSON.stringify(found)) // at once, so that a second tab has the same token
    return found
  } catch {
    return fresh
  }
}

/** Writes the settings down; call it after every change. */
export function keep(): void {
  try {
    localStorage.setItem(KEPT, JSON.stringify(settings))
  } catch {
    // A browser that keeps nothing still plays.
  }
}

/** Another tab changed something. */
export function follow(): void {
  addEventListener('storage', (event) => {
    if (event.key === KEPT && event.newValue) Object.assign(settings, JSON.parse(event.newValue))
  })
}

/** Theme and motion, onto the page. */
export function dress(): void {
  const root = document.documentElement
  const dark = settings.theme === 'dark' || (settings.theme === 'system' && matchMedia('(prefers-color-scheme: dark)').matches)
  const still = settings.motion === 'off' || (settings.motion === 'system' && matchMedia('(prefers-reduced-motion: reduce)').matches)
  root.dataset['theme'] = dark ? 'dark' : 'light'
  root.dataset['motion'] = still ? 'off' : 'on'
}

function preferred(): Lang {
  for (const lang of navigator.languages) {
    const short = lang.slice(0, 2)
    if (short === 'el' || short === 'en' || short === 'de') return short
  }
  return 'en'
}

/** An unguessable id of n bytes. Plain http has no `crypto.randomUUID`. */
export function id(n: number): string {
  const bytes = crypto.getRandomValues(new Uint8Array(n))
  return btoa(String.fromCharCode(...bytes)).replace(/\+/g, '-').replace(/\//g, '_').replace(/=/g, '')
}
