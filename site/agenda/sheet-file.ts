/**
 * What opens of talks and speakers is a file of its own (pages/fichas.html.astro): loaded when somebody is about to open one or looks
 * for a word, once.
 */

let loading: Promise<Document | null> | undefined

async function load(): Promise<Document> {
  const address = document.querySelector<HTMLElement>('[data-sheets]')?.dataset.sheets ?? ''
  // What is kept under this address is what the page was published with.
  const kept = 'caches' in window ? await caches.match(address).catch(() => undefined) : undefined
  const answer = kept ?? (await fetch(address))
  if (!answer.ok) throw new Error(`${address}: ${answer.status}`)
  return new DOMParser().parseFromString(await answer.text(), 'text/html')
}

/** The file; null where it cannot be had, and then it is tried again the next time. */
export function loadSheets(): Promise<Document | null> {
  loading ??= load().catch(() => {
    loading = undefined
    return null
  })
  return loading
}

const ofCard = (sheets: Document, card: Element) => sheets.getElementById(`ficha-${card.id}`)

/** All that the sheet of a card says. */
export const textIn = (sheets: Document | null, card: Element) => (sheets && ofCard(sheets, card)?.textContent) ?? ''

/** Whether there is more to read than the card says. */
export const hasSheet = (card: Element | null): card is HTMLElement => card?.querySelector('.more') != null

/** The sheet of a card, in its place in the page; null where it cannot be had. */
export async function sheetOf(card: Element): Promise<HTMLElement | null> {
  const there = () => card.querySelector<HTMLElement>('.sheet')
  if (there()) return there()
  card.setAttribute('aria-busy', 'true')
  const sheets = await loadSheets()
  card.removeAttribute('aria-busy')
  const sheet = sheets && ofCard(sheets, card)
  // Two may have waited for it.
  if (sheet && !there()) (card.querySelector('.session-foot') ?? card).append(document.importNode(sheet, true))
  return there()
}

/** Loads the file while a finger is on its way, or the focus comes near. */
export function loadAhead(event: Event): void {
  const { target } = event
  if (target instanceof Element && target.closest(':is(.session, .speaker):has(.more), .now a, [data-search]')) void loadSheets()
}
