/**
 * Keeps the page for when there is no network. What the network has always comes first; nothing is answered from here but the
 * page, its calendars and what the build and uploads named by their content. Calls, panel and registrations never are.
 */

/** What the page loads, as the build found it, and a name that changes with it (scripts/build-service-worker.ts). */
declare const pageBuild: { name: string; assets: string[] }

// Written out, for the library of workers' types does not go together with that of pages.
type Extendable = Event & { waitUntil(work: Promise<unknown>): void }
type Fetch = Extendable & { request: Request; respondWith(answer: Promise<Response>): void }

const { name, assets } = pageBuild
const cacheName = `pagina-${name}`
const pages = ['/', '/agenda.ics', '/evento.ics', '/manifest.webmanifest', '/favicon.svg']

addEventListener('install', (event) => {
  ;(event as Extendable).waitUntil(caches.open(cacheName).then((cache) => cache.addAll([...pages, ...assets])))
})

addEventListener('activate', (event) => {
  ;(event as Extendable).waitUntil(forgetOld())
})

addEventListener('fetch', (event) => {
  const fetching = event as Fetch
  const { request } = fetching
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== location.origin) return
  if (pages.includes(pathname)) fetching.respondWith(fromNetwork(fetching, pathname))
  // A name that changes with the content: what is kept is what the network has. Films come in pieces, which are not kept.
  else if (/^\/(_assets|public-objects)\//.test(pathname) && !request.headers.has('range') && request.destination !== 'video')
    fetching.respondWith(kept(fetching))
})

async function forgetOld(): Promise<void> {
  const names = await caches.keys()
  await Promise.all(names.filter((name) => name.startsWith('pagina-') && name !== cacheName).map((name) => caches.delete(name)))
}

/** The network's answer, kept under its path; the one kept last where there is no network, or nothing behind it that works. */
async function fromNetwork(fetching: Fetch, pathname: string): Promise<Response> {
  const cache = await caches.open(cacheName)
  const answer = await fetch(fetching.request).catch(() => null)
  if (answer?.ok) {
    // The visitor does not wait for it: the page is shown as it arrives, also where there is no space left to keep it.
    fetching.waitUntil(cache.put(pathname, answer.clone()))
    if (pathname === '/') fetching.waitUntil(forgetPictures(cache, answer.clone()))
    return answer
  }
  const last = !answer || answer.status >= 500 ? await cache.match(pathname) : undefined
  return last ?? answer ?? Response.error()
}

/** A picture that the page does not show any more is not kept on anybody's phone. */
async function forgetPictures(cache: Cache, page: Response): Promise<void> {
  const html = await page.text()
  for (const { url } of await cache.keys()) {
    const { pathname } = new URL(url)
    if (pathname.startsWith('/public-objects/') && !html.includes(pathname)) await cache.delete(url)
  }
}

async function kept(fetching: Fetch): Promise<Response> {
  const { request } = fetching
  const cache = await caches.open(cacheName)
  const known = await cache.match(request.url)
  if (known) return known
  const answer = await fetch(request)
  if (answer.status === 200) fetching.waitUntil(cache.put(request.url, answer.clone()))
  return answer
}

export {}
