/** A new version waits until the player wants it. Service workers exist only where the connection is secure. */
export const update: { waiting: ServiceWorker | null } = $state({ waiting: null })

let wished = false

export function listen(): void {
  if (!import.meta.env.PROD || !window.isSecureContext || !('serviceWorker' in navigator)) return
  const had = navigator.serviceWorker.controller !== null
  navigator.serviceWorker.addEventListener('controllerchange', () => wished && location.reload())
  navigator.serviceWorker.register('/sw.js').then((registration?: ServiceWorkerRegistration) => {
    if (!registration) return // some browsers only pretend
    const look = () => {
      // The very first worker replaces nothing.
      if (registration.waiting && had) update.waiting = registration.waiting
    }
    look()
    registration.addEventListener('updatefound', () => registration.installing?.addEventListener('statechange', look))
    document.addEventListener('visibilitychange', () => {
      if (document.visibilityState === 'visible') registration.update().catch(() => undefined)
    })
  }, () => undefined)
}

/** Brings the new version in and loads the page anew. */
export function renew(): void {
  wished = true
  if (update.waiting?.state === 'installed') update.waiting.postMessage('update')
  else location.reload() // another tab has brought it in
}

/** What shows that the server has another version of this page: it speaks so, or a file is not there any more. */
type Sign = 'version' | 'file'
const anewFor = (sign: Sign) => `trapezi.anew.${sign}`

/** Loads the page anew, past what this browser has kept of it. False if that did not help before. */
export async function anew(sign: Sign): Promise<boolean> {
  try {
    if (sessionStorage.getItem(anewFor(sign))) return false
    sessionStorage.setItem(anewFor(sign), 'yes')
  } catch {
    return false // where nothing can be kept, it would go in circles
  }
  const registration = await navigator.serviceWorker?.getRegistration()
  await registration?.unregister()
  location.reload()
  return true
}

/** In this respect the page is as the server has it. */
export function fits(sign: Sign): void {
  try {
    sessionStorage.removeItem(anewFor(sign))
  } catch {
    // nothing was kept
  }
}
