/** Turn notifications: the browser's push service tells players that it is their turn, even if the page is closed. */
import { api } from './api'
import { settings } from './settings.svelte'

const SERVICE_WORKER_MILLISECONDS = 3000 // the time to wait for the service worker

/** Return whether this browser can be notified. This needs https and a page that is installed as an app. */
export function canBeNotified(): boolean {
  const installed = matchMedia('(display-mode: standalone)').matches || ('standalone' in navigator && navigator.standalone === true)
  return location.protocol === 'https:' && window.isSecureContext && installed && 'serviceWorker' in navigator && 'PushManager' in window
}

/** Return the registered service worker, or null if there is none. */
async function registration(): Promise<ServiceWorkerRegistration | null> {
  const late = new Promise<null>((resolve) => setTimeout(() => resolve(null), SERVICE_WORKER_MILLISECONDS))
  return Promise.race([navigator.serviceWorker.ready, late])
}

export const isSubscribed = async (): Promise<boolean> => Boolean(await (await registration())?.pushManager.getSubscription())

/** Ask the player for permission and subscribe; return false if the browser does not allow it. */
export async function subscribe(key: string): Promise<boolean> {
  const worker = await registration()
  if (!worker || (await Notification.requestPermission()) !== 'granted') return false
  const subscription = await worker.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key }).catch(() => null)
  const { endpoint, keys } = subscription?.toJSON() ?? {}
  if (!endpoint || !keys) return false
  await api.subscribe({ endpoint, p256dh: keys['p256dh'] ?? '', auth: keys['auth'] ?? '', lang: settings.lang })
  return true
}

export async function unsubscribe(): Promise<void> {
  await (await (await registration())?.pushManager.getSubscription())?.unsubscribe()
  await api.unsubscribe()
}
