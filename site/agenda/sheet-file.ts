import { wordsOf } from './element.ts'

/** HTML of the details, by the id of their card. Each is parsed only when it is needed, because a large conference has 0.5 MB. */
export type Sheets = ReadonlyMap<string, string>

/** The details of a card begin like this in the file (parts/Sheet.astro). */
const beginning = '<div id="ficha-'

let loading: Promise<Sheets | null> | undefined

async function load(): Promise<Sheets> {
  const address = document.querySelector<HTMLElement>('[data-sheets]')?.dataset.sheets ?? ''
  const cached = 'caches' in window ? await caches.match(address).catch(() => undefined) : undefined
  const answer = cached ?? (await fetch(address))
  if (!answer.ok) throw new Error(`${address}: ${answer.status}`)
  const [, ...sheets] = (await answer.text()).split(beginning)
  return new Map(sheets.map((sheet) => [sheet.slice(0, sheet.indexOf('"')), beginning + sheet]))
}

export function loadSheets(): Promise<Sheets | null> {
  loading ??= load().catch(() => {
    loading = undefined
    return null
  })
  return loading
}

export function ofCard(sheets: Sheets | null | undefined, card: Element): Element | null {
  const html = sheets?.get(card.id)
  return html ? new DOMParser().parseFromString(html, 'text/html').body.firstElementChild : null
}

export const textIn = (sheets: Sheets | null, card: Element) => wordsOf(ofCard(sheets, card))

export async function sheetOf(card: Element): Promise<HTMLElement | null> {
  const there = () => card.querySelector<HTMLElement>('.sheet')
  if (there()) return there()
  card.setAttribute('aria-busy', 'true')
  const sheets = await loadSheets()
  card.removeAttribute('aria-busy')
  const sheet = ofCard(sheets, card)
  // A second click may have added the details in the meantime.
  if (sheet && !there()) card.append(document.adoptNode(sheet))
  return there()
}

export function loadAhead(event: Event): void {
  const { target } = event
  if (target instanceof Element && target.closest('.opens, .now a, [data-search]')) void loadSheets()
}
