/** The build inserts the value of `pageBuild` (scripts/build-service-worker.ts). */
declare const pageBuild: { name: string; assets: string[] }

// Declared here, because TypeScript's types for workers conflict with its types for pages.
type Extendable = Event & { waitUntil(work: Promise<unknown>): void }
type Fetch = Extendable & { request: Request; respondWith(answer: Promise<Response>): void }

const { name, assets } = pageBuild
const cacheName = `pagina-${name}`
const sheetsPath = '/fichas.html'
const isScreen = (pathname: string) => /^\/pantalla(\/[^/]+)?\/?$/.test(pathname)
const pages = ['/', '/agenda.ics', '/evento.ics', '/manifest.webmanifest', '/favicon.svg']

addEventListener('install', (event) => {
  ;(event as Extendable).waitUntil(cacheAll())
})

addEventListener('activate', (event) => {
  ;(event as Extendable).waitUntil(deleteOldCaches())
})

addEventListener('message', (event) => {
  const { data } = event as MessageEvent<string[]>
  ;(event as unknown as Extendable).waitUntil(caches.open(cacheName).then((cache) => cache.addAll(data)))
})

addEventListener('fetch', (event) => {
  const fetching = event as Fetch
  const { request } = fetching
  const { origin, pathname, search } = new URL(request.url)
  if (request.method !== 'GET' || origin !== location.origin) return
  if (request.mode === 'navigate' && /^\/(charlas|speakers)\/[^/.]+\/?$/.test(pathname)) fetching.respondWith(itemPage(request))
  else if (isScreen(pathname)) fetching.respondWith(fromNetwork(fetching, pathname))
  else if (pathname === sheetsPath && search) fetching.respondWith(fromCache(fetching))
  // Only a navigation replaces the cached page. Also agenda/changed.ts and agenda/moved.ts request '/', without replacing it.
  else if (pages.includes(pathname) && (pathname !== '/' || request.mode === 'navigate'))
    fetching.respondWith(fromNetwork(fetching, pathname))
  else if (/^\/(_assets|public-objects)\//.test(pathname) && !request.headers.has('range') && request.destination !== 'video')
    fetching.respondWith(fromCache(fetching))
})

async function cacheAll(): Promise<void> {
  const cache = await caches.open(cacheName)
  await cache.addAll([...pages, ...assets])
  const page = await cache.match('/')
  if (page) await cacheSheets(cache, await page.text())
}

const sheetsAddressIn = (html: string) => html.split(' data-sheets="')[1]?.split('"', 1)[0]

async function cacheSheets(cache: Cache, html: string): Promise<void> {
  const address = sheetsAddressIn(html)
  if (address && !(await cache.match(address))) await cache.add(address)
}

async function deleteOldCaches(): Promise<void> {
  const cache = await caches.open(cacheName)
  for (const old of await caches.keys()) {
    if (!old.startsWith('pagina-') || old === cacheName) continue
    // The old cache is deleted even if copying fails because the disk is full.
    await copyFrom(await caches.open(old), cache).catch(() => {})
    await caches.delete(old)
  }
}

const dateOf = (answer: Response | undefined) => Date.parse(answer?.headers.get('date') ?? '') || 0

async function copyFrom(old: Cache, cache: Cache): Promise<void> {
  const isNewer = dateOf(await old.match('/')) > dateOf(await cache.match('/'))
  const page = await (isNewer ? old : cache).match('/')
  const html = (await page?.text()) ?? ''
  const copy = async (request: Request) => {
    const answer = await old.match(request)
    if (answer) await cache.put(request, answer)
  }
  const requests = (await old.keys()).map((request) => ({ request, pathname: new URL(request.url).pathname }))
  if (isNewer) {
    const pageFiles = requests.filter(({ pathname }) => [...pages, sheetsPath].includes(pathname))
    // Copies the page '/' last, so that the files which it needs are cached before it.
    for (const { request } of pageFiles.toSorted((a, b) => b.pathname.length - a.pathname.length)) await copy(request)
  }
  const pictures = requests.filter(({ pathname }) => pathname.startsWith('/public-objects/') && html.includes(pathname))
  await Promise.allSettled(pictures.map(({ request }) => copy(request)))
  if (isNewer) await deleteUnused(cache, html)
}

async function fromNetwork(fetching: Fetch, pathname: string): Promise<Response> {
  const cache = await caches.open(cacheName)
  const answer = await fetch(fetching.request).catch(() => null)
  if (answer?.ok) {
    fetching.waitUntil(pathname === '/' ? cachePage(cache, answer.clone()) : cache.put(pathname, answer.clone()))
    return answer
  }
  const last = !answer || answer.status >= 500 ? await cache.match(pathname) : undefined
  return last ?? answer ?? Response.error()
}

/** Throws if the file with the talks' details cannot be cached. Then the former page stays in the cache. */
async function cachePage(cache: Cache, page: Response): Promise<void> {
  const html = await page.clone().text()
  await cacheSheets(cache, html)
  await cache.put('/', page)
  await deleteUnused(cache, html)
}

async function itemPage(request: Request): Promise<Response> {
  const answer = await fetch(request).catch(() => null)
  if (answer && answer.status < 500) return answer
  const cache = await caches.open(cacheName)
  const [{ url } = { url: '' }] = (await cache.keys()).filter(({ url }) => new URL(url).pathname === sheetsPath)
  const sheets = url && (await (await cache.match(url))?.text())
  const address = new URL(request.url).pathname.replace(/\/$/, '')
  const [before = '', after] = sheets ? sheets.split(` data-page="${address}"`) : []
  const id = after === undefined ? undefined : before.slice(before.lastIndexOf('<')).split(' id="ficha-')[1]?.split('"', 1)[0]
  if (id) return Response.redirect(`/#${id}`, 302)
  return answer ?? offlinePage()
}

const offlinePage = () =>
  new Response(
    `<!doctype html><html lang="es"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Sin conexión</title><style>html{color-scheme:light dark;font:1.125rem/1.5 system-ui}body{max-width:32rem;margin:20vh auto;padding:0 1.25rem}</style></head><body><h1>Sin conexión</h1><p>Esta página no está guardada en este dispositivo. Ábrela de nuevo cuando tengas internet.</p><p><a href="/">Ver la página de la conferencia</a></p></body></html>`,
    {
      status: 503,
      headers: {
        'Content-Type': 'text/html; charset=utf-8',
        'Content-Security-Policy': "default-src 'none'; style-src 'unsafe-inline'",
      },
    },
  )

async function deleteUnused(cache: Cache, html: string): Promise<void> {
  const sheets = sheetsAddressIn(html)
  for (const { url } of await cache.keys()) {
    const { pathname, search } = new URL(url)
    const isPicture = pathname.startsWith('/public-objects/')
    if (isPicture ? !html.includes(pathname) : pathname === sheetsPath && pathname + search !== sheets) await cache.delete(url)
  }
}

async function fromCache(fetching: Fetch): Promise<Response> {
  const { request } = fetching
  const cache = await caches.open(cacheName)
  const cached = await cache.match(request.url)
  if (cached) return cached
  const answer = await fetch(request)
  if (answer.status === 200) fetching.waitUntil(cache.put(request.url, answer.clone()))
  return answer
}

export {}
