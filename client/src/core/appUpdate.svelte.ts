/** Updates of the client. On secure connections, a service worker holds a new version back until the player installs it. */
export const appUpdate: { waiting: ServiceWorker | null } = $state({ waiting: null })

let requested = false

export function watchForUpdates(): void {
  if (!import.meta.env.PROD || !window.isSecureContext || !('serviceWorker' in navigator)) return
  const controlled = navigator.serviceWorker.controller !== null
  navigator.serviceWorker.addEventListener('controllerchange', () => requested && location.reload())
  navigator.serviceWorker.register('/sw.js').then((registration?: ServiceWorkerRegistration) => {
    if (!registration) return // Some browsers offer the API but never register a worker.
    const check = () => {
      // The very first service worker replaces no older version of the page, so there is nothing to update.
      if (registration.waiting && controlled) appUpdate.waiting = registration.waiting
    }
    check()
    registration.addEventListener('updatefound', () => registration.installing?.addEventListener('statechange', check))
    document.addEventListener('visibilitychange', () => {
      if (document.visibilityState === 'visible') registration.update().catch(() => undefined)
    })
  }, () => undefined)
}

/** Activate the waiting version and reload the page. */
export function installUpdate(): void {
  requested = true
  if (appUpdate.waiting?.state === 'installed') appUpdate.waiting.postMessage('update')
  else location.reload() // Another tab has activated the new version.
}

/** The reason why a page is out of date: the server speaks another version of the protocol, or a file is missing. */
type ReloadReason = 'version' | 'file'
const storageKey = (reason: ReloadReason) => `trapezi.reloaded.${reason}`

/** Reload the page without the browser's caches, or return false if that has already been tried for this reason. */
export async function reloadOnce(reason: ReloadReason): Promise<boolean> {
  try {
    if (sessionStorage.getItem(storageKey(reason))) return false
    sessionStorage.setItem(storageKey(reason), 'yes')
  } catch {
    return false // Without storage, the page would reload forever.
  }
  const registration = await navigator.serviceWorker?.getRegistration()
  await registration?.unregister()
  location.reload()
  return true
}

/** Record that the page is up to date, so that `reloadOnce` may reload for this reason again. */
export function allowReloadAgain(reason: ReloadReason): void {
  try {
    sessionStorage.removeItem(storageKey(reason))
  } catch {
    // Without storage, `reloadOnce` never reloads.
  }
}
