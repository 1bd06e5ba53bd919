// The service worker: keeps the built client, so that the table opens at once and an update waits until the player wants it.
const KEPT = 'trapezi-__VERSION__'
const FILES = ['__FILES__']

self.addEventListener('install', (event) => event.waitUntil(caches.open(KEPT).then((cache) => cache.addAll(FILES))))

self.addEventListener('activate', (event) =>
  event.waitUntil(
    caches
      .keys()
      .then((names) => Promise.all(names.filter((name) => name !== KEPT).map((name) => caches.delete(name))))
      .then(() => self.clients.claim()),
  ),
)

// Only the player's own wish brings the new version in.
self.addEventListener('message', (event) => event.data === 'update' && self.skipWaiting())

self.addEventListener('fetch', (event) => {
  const url = new URL(event.request.url)
  if (event.request.method !== 'GET' || url.origin !== location.origin || url.pathname.startsWith('/api/') || url.pathname === '/ws') return
  const key = event.request.mode === 'navigate' ? '/' : event.request
  event.respondWith(caches.open(KEPT).then((cache) => cache.match(key).then((found) => found ?? fetch(event.request))))
})
