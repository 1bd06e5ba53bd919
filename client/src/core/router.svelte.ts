/** The router, which says which screen belongs to the address of the page. */
export type Route =
  | { screen: 'home' }
  | { screen: 'new'; game: string }
  /** The key of an invitation link, otherwise an empty text. */
  | { screen: 'table'; code: string; key: string }
  | { screen: 'pair'; code: string; secret: string }
  /** Without a code, the screen replays the log that was opened from a file. */
  | { screen: 'replay'; code: string; number: number }
  /** Without a code, the review is of the log that was opened from a file. */
  | { screen: 'review'; code: string; number: number }
  /** A puzzle is a moment of a review. Moments are counted from 1. */
  | { screen: 'puzzle'; code: string; number: number; moment: number }
  /** Without a game, the screen lists the rules of all games. */
  | { screen: 'rules'; game: string }
  /** Without a game, the screen shows the player's history in all games. */
  | { screen: 'history'; game: string }
  /** With a game, the screen opens with the rankings of this game. */
  | { screen: 'daily'; game: string }
  /** Without a name, the screen shows the game's main lesson. `table` is the address of the table to which the player wants to return, if any. */
  | { screen: 'learn'; game: string; name: string; table: string }
  | { screen: 'settings' }
  /** An address that does not exist. */
  | { screen: 'missing' }

/** This takes the place of the table's code in the address of a review of an opened log file. */
const SAVED = 'saved'

export const reviewPath = (code: string, number: number, moment?: number): string => ['/review', code || SAVED, number, ...(moment ? [moment] : [])].join('/')

export const router: { route: Route } = $state({ route: parseRoute(location) })

export function parseRoute({ pathname, hash }: { pathname: string; hash: string }): Route {
  const [written = '', second = '', third = '', fourth = ''] = pathname.split('/').filter(Boolean).map(decodeURIComponent)
  const first = written.toLowerCase()
  const code = normalizeCode(second)
  if (first === '') return { screen: 'home' }
  if (first === 'new') return { screen: 'new', game: second }
  if ((first === 't' || first === 'join') && code) return { screen: 'table', code, key: third }
  if (first === 'p') return { screen: 'pair', code, secret: hash.slice(1) }
  if (first === 'r') return { screen: 'replay', code, number: Number(third) || 1 }
  if (first === 'saved') return { screen: 'replay', code: '', number: 0 }
  if (first === 'review') {
    const game = { code: second === SAVED ? '' : code, number: Number(third) || 1 }
    return fourth ? { screen: 'puzzle', ...game, moment: Number(fourth) || 1 } : { screen: 'review', ...game }
  }
  if (first === 'rules') return { screen: 'rules', game: second }
  if (first === 'history') return { screen: 'history', game: second }
  if (first === 'daily') return { screen: 'daily', game: second }
  if (first === 'learn' && second) return { screen: 'learn', game: second, name: third, table: /^#(\/t\/[\w-]+(\/[\w-]+)?)$/.exec(hash)?.[1] ?? '' }
  if (first === 'settings') return { screen: 'settings' }
  if (!second && isCode(normalizeCode(written))) return { screen: 'table', code: normalizeCode(written), key: '' }
  return { screen: 'missing' }
}

/** Return a table's code in Latin capitals, even if somebody typed it on a Greek keyboard. */
function normalizeCode(code: string): string {
  return code.trim().toUpperCase().replace(/[ΒΗΚΜΝΡΤΧΖ]/g, (letter) => 'BHKMNPTXZ'['ΒΗΚΜΝΡΤΧΖ'.indexOf(letter)]!)
}

/** Return whether a text has the form of a table's code: five letters without vowels. */
function isCode(text: string): boolean {
  return /^[BCDFGHJKLMNPQRSTVWXZ]{5}$/.test(text)
}

/** Go to an address of the client. With `replace`, the current address leaves no entry in the browser's history. */
export function navigate(path: string, { replace = false } = {}): void {
  const depth = Number(history.state?.depth ?? 0) + (replace ? 0 : 1)
  history[replace ? 'replaceState' : 'pushState']({ depth }, '', path)
  updateRoute()
  scrollTo(0, 0)
}

/** Go back within the client, or home if the player came from elsewhere. */
export function goBack(): void {
  if (history.state?.depth) history.back()
  else navigate('/', { replace: true })
}

let navigated = false // whether the player has changed the screen since the page was loaded

function updateRoute(): void {
  navigated = true
  router.route = parseRoute(location)
}

/** A Svelte attachment that focuses a heading when its screen opens, so that screen readers read it out. */
export function focusAfterNavigation(heading: HTMLElement): void {
  heading.tabIndex = -1
  if (navigated) heading.focus({ preventScroll: true })
}

/** Change the screen without loading the page again when the player taps a link or the back button. */
export function interceptLinks(): void {
  addEventListener('popstate', updateRoute)
  document.addEventListener('click', (event) => {
    const link = (event.target as Element).closest('a')
    if (!link || link.origin !== location.origin || link.target || link.download || event.metaKey || event.ctrlKey || event.shiftKey || event.defaultPrevented) return
    if (link.pathname.startsWith('/api/')) return
    event.preventDefault()
    navigate(link.pathname + link.search + link.hash)
  })
}
