/** Serves the door's page from the cache first, because the network at the door is unreliable. API calls are never cached. */

/** The build inserts the value of `pageBuild` (scripts/build-service-worker.ts). */
declare const pageBuild: { name: string; assets: string[] }

// Declared here, because TypeScript's types for workers conflict with its types for pages.
type Extendable = Event & { waitUntil(work: Promise<unknown>): void }
type Fetch = Extendable & { request: Request; respondWith(answer: Promise<Response>): void }
type Scope = { skipWaiting(): Promise<void>; clients: { claim(): Promise<void> } }

const { name, assets } = pageBuild
const scope = self as unknown as Scope
const cacheName = `puerta-${name}`
const cachedPaths = ['/puerta', '/puerta.webmanifest', ...assets]

addEventListener('install', (event) => {
  const cacheAll = async () => {
    const cache = await caches.open(cacheName)
    // The browser's HTTP cache may still hold files of the previous build.
    await cache.addAll(cachedPaths.map((path) => new Request(path, { cache: 'no-cache' })))
    await scope.skipWaiting()
  }
  ;(event as Extendable).waitUntil(cacheAll())
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
  if (request.method !== 'GET' || origin !== location.origin || !cachedPaths.includes(path)) return
  const answer = async () => (await (await caches.open(cacheName)).match(path)) ?? fetch(request)
  respondWith.call(event, answer())
})

export {}
