/**
 * Opens the door without network. Its page comes from here first, for at a door the network is often there and does not answer; it
 * holds nobody's data, and calls are never answered from here. A new build brings a new worker, which has all of its page or none.
 */

/** What the page loads, as the build found it, and a name that changes with it (scripts/build-service-worker.ts). */
declare const pageBuild: { name: string; assets: string[] }

// Written out, for the library of workers' types does not go together with that of pages.
type Extendable = Event & { waitUntil(work: Promise<unknown>): void }
type Fetch = Extendable & { request: Request; respondWith(answer: Promise<Response>): void }
type Scope = { skipWaiting(): Promise<void>; clients: { claim(): Promise<void> } }

const { name, assets } = pageBuild
const scope = self as unknown as Scope
const cacheName = `puerta-${name}`
const kept = ['/puerta', '/puerta.webmanifest', ...assets]

addEventListener('install', (event) => {
  const keep = async () => {
    const cache = await caches.open(cacheName)
    // Not from the browser's own cache: the page there may be of the build before.
    await cache.addAll(kept.map((path) => new Request(path, { cache: 'no-cache' })))
    await scope.skipWaiting()
  }
  ;(event as Extendable).waitUntil(keep())
})

addEventListener('activate', (event) => {
  const takeOver = async () => {
    const names = await caches.keys()
    await Promise.all(names.filter((each) => each.startsWith('puerta-') && each !== cacheName).map((each) => caches.delete(each)))
    await scope.clients.claim()
  }
  ;(event as Extendable).waitUntil(takeOver())
})

addEventListener('fetch', (event) => {
  const { request, respondWith } = event as Fetch
  const { origin, pathname } = new URL(request.url)
  const path = pathname === '/puerta/' ? '/puerta' : pathname
  if (request.method !== 'GET' || origin !== location.origin || !kept.includes(path)) return
  const answer = async () => (await (await caches.open(cacheName)).match(path)) ?? fetch(request)
  respondWith.call(event, answer())
})

export {}
