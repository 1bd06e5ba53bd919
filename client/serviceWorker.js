// The service worker: caches the built client, so that the page opens at once and an update waits until the player wants it.
const CACHE = 'trapezi-__VERSION__'
const FILES = ['__FILES__']

self.addEventListener('install', (event) => event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll(FILES))))

self.addEventListener('activate', (event) =>
  event.waitUntil(
    caches
      .keys()
      .then((names) => Promise.all(names.filter((name) => name !== CACHE).map((name) => caches.delete(name))))
      .then(() => self.clients.claim()),
  ),
)

// Activate a new version only when the player asks for it.
self.addEventListener('message', (event) => event.data === 'update' && self.skipWaiting())

self.addEventListener('fetch', (event) => {
  const url = new URL(event.request.url)
  if (event.request.method !== 'GET' || url.origin !== location.origin || url.pathname.startsWith('/api/') || url.pathname === '/ws') return
  const key = event.request.mode === 'navigate' ? '/' : event.request
  event.respondWith(caches.open(CACHE).then((cache) => cache.match(key).then((found) => found ?? fetch(event.request))))
})

// Turn notifications: the server sends a title, a text and the path of the table.
self.addEventListener('push', (event) => {
  const { title, body, path } = event.data?.json() ?? {}
  if (title) event.waitUntil(self.registration.showNotification(title, { body, tag: path, data: path, icon: '/icon-192.png' }))
})

self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  const path = event.notification.data
  event.waitUntil(
    self.clients.matchAll({ type: 'window' }).then((windows) => {
      const open = windows.find((each) => new URL(each.url).pathname.startsWith(path))
      return open ? open.focus() : self.clients.openWindow(path)
    }),
  )
})
