import { wordsOf } from './element.ts'
import type { Session } from './sessions.ts'
import { loadSheets, ofCard, type Sheets, textIn } from './sheet-file.ts'
import { createSearch, type Search } from './text-search.ts'

/** `sheets` has the long texts. It is undefined until they are loaded, and null if they could not be loaded. */
type Index = { talks: Search<Session>; people: Search<HTMLElement>; sheets: Sheets | null | undefined }

/** `talks` is null without a query, and until the texts were read. `isPartial` means that the long texts could not be loaded. */
type Results = { talks: Set<Session> | null; people: HTMLElement[]; isPartial: boolean }

/** A phone reacts to no touch while a script works. */
const maxPieceMs = 8

/** Reads the texts only for visitors who search, because a large conference has 0.5 MB of them. */
export function createAgendaSearch(sessions: Session[], onRead: () => void) {
  const everybody = [...document.querySelectorAll<HTMLElement>('.speaker')]
  let index: Index | undefined
  let isReading = false

  async function prepare(): Promise<void> {
    if (isReading || index?.sheets) return
    isReading = true
    const loading = loadSheets()
    // A slow network may take long, so the visible texts can be searched first.
    index ??= await read(await Promise.race([loading, nextTask()]))
    onRead()
    const sheets = await loading
    if (sheets !== index.sheets) {
      index = await read(sheets)
      onRead()
    }
    isReading = false
  }

  async function read(sheets: Index['sheets']): Promise<Index> {
    const [talks, people] = [createSearch<Session>(), createSearch<HTMLElement>()]
    await inPieces(sessions, (session) =>
      talks.add(session, session.title, wordsOf(session.card) + textIn(sheets ?? null, session.card)),
    )
    await inPieces(everybody, (person) => people.add(person, nameOf(person), textOfPerson(person, sheets)))
    return { talks, people, sheets }
  }

  function search(query: string): Results {
    if (query) void prepare()
    const people = index?.people.find(query) ?? []
    return { talks: index?.talks.find(query) ?? null, people: [...people], isPartial: index?.sheets === null }
  }

  return { prepare, search }
}

const nextTask = () => new Promise<undefined>((resolve) => setTimeout(resolve))

async function inPieces<T>(items: readonly T[], work: (item: T) => void): Promise<void> {
  let began = performance.now()
  for (const item of items) {
    work(item)
    if (performance.now() - began < maxPieceMs) continue
    await nextTask()
    began = performance.now()
  }
}

function textOfPerson(person: HTMLElement, sheets: Index['sheets']): string {
  const sheet = ofCard(sheets, person)
  const talks = wordsOf(sheet?.querySelector('[aria-label="Charlas"]') ?? null)
  const texts = [...person.children].filter((part) => !part.matches('.sheet')).map(wordsOf)
  return texts.join('') + wordsOf(sheet).replace(talks, '')
}

export const nameOf = (person: HTMLElement) => person.querySelector('h3')?.textContent ?? ''
