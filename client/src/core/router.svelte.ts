/** Which screen the address asks for. */
export type Place =
  | { at: 'home' }
  | { at: 'new'; game: string }
  | { at: 'table'; code: string }
  | { at: 'pair'; code: string; secret: string }
  | { at: 'replay'; code: string; number: number }
  | { at: 'saved' }
  | { at: 'rules'; game: string }
  | { at: 'settings' }

export const router: { place: Place } = $state({ place: read(location) })

export function read({ pathname, hash }: { pathname: string; hash: string }): Place {
  const [first, second = '', third = ''] = pathname.split('/').filter(Boolean).map(decodeURIComponent)
  switch (first) {
    case 'new':
      return { at: 'new', game: second }
    case 't':
      return second ? { at: 'table', code: second.toUpperCase() } : { at: 'home' }
    case 'p':
      return { at: 'pair', code: second.toUpperCase(), secret: hash.slice(1) }
    case 'r':
      return { at: 'replay', code: second.toUpperCase(), number: Number(third) || 1 }
    case 'saved':
      return { at: 'saved' }
    case 'rules':
      return { at: 'rules', game: second }
    case 'settings':
      return { at: 'settings' }
    default:
      return { at: 'home' }
  }
}

/** Goes to an address of the client; `replace` leaves no trace in the history. */
export function go(path: string, { replace = false } = {}): void {
  const depth = Number(history.state?.depth ?? 0) + (replace ? 0 : 1)
  history[replace ? 'replaceState' : 'pushState']({ depth }, '', path)
  arrive()
  scrollTo(0, 0)
}

/** Back to where one came from; who came from elsewhere goes home. */
export function back(): void {
  if (history.state?.depth) history.back()
  else go('/', { replace: true })
}

let moved = false // whoever opens a page begins at its top; after that, screens take the focus

function arrive(): void {
  moved = true
  router.place = read(location)
}

/** For a screen's heading: it takes the focus when the screen is entered, so that keyboards and screen readers follow. */
export function entered(heading: HTMLElement): void {
  heading.tabIndex = -1
  if (moved) heading.focus({ preventScroll: true })
}

/** Links and the back button. */
export function listen(): void {
  addEventListener('popstate', arrive)
  document.addEventListener('click', (event) => {
    const link = (event.target as Element).closest('a')
    if (!link || link.origin !== location.origin || link.target || link.download || event.metaKey || event.ctrlKey || event.shiftKey || event.defaultPrevented) return
    if (link.pathname.startsWith('/api/')) return
    event.preventDefault()
    go(link.pathname + link.search + link.hash)
  })
}
