import { wordsOf } from './element.ts'

let loading: Promise<Document | null> | undefined

async function load(): Promise<Document> {
  const address = document.querySelector<HTMLElement>('[data-sheets]')?.dataset.sheets ?? ''
  const cached = 'caches' in window ? await caches.match(address).catch(() => undefined) : undefined
  const answer = cached ?? (await fetch(address))
  if (!answer.ok) throw new Error(`${address}: ${answer.status}`)
  return new DOMParser().parseFromString(await answer.text(), 'text/html')
}

export function loadSheets(): Promise<Document | null> {
  loading ??= load().catch(() => {
    loading = undefined
    return null
  })
  return loading
}

const ofCard = (sheets: Document, card: Element) => sheets.getElementById(`ficha-${card.id}`)

export const textIn = (sheets: Document | null, card: Element) => wordsOf(sheets && ofCard(sheets, card))

export async function sheetOf(card: Element): Promise<HTMLElement | null> {
  const there = () => card.querySelector<HTMLElement>('.sheet')
  if (there()) return there()
  card.setAttribute('aria-busy', 'true')
  const sheets = await loadSheets()
  card.removeAttribute('aria-busy')
  const sheet = sheets && ofCard(sheets, card)
  // A second click may have added the details in the meantime.
  if (sheet && !there()) card.append(document.importNode(sheet, true))
  return there()
}

export function loadAhead(event: Event): void {
  const { target } = event
  if (target instanceof Element && target.closest('.opens, .now a, [data-search]')) void loadSheets()
}
