import { wordsOf } from './element.ts'
import { searchIn } from './search.ts'
import type { Session } from './sessions.ts'
import { loadSheets, textIn } from './sheet-file.ts'

/** `talks` is null without a query. `isPartial` means that the long texts could not be loaded. */
type Results = { talks: Set<Session> | null; people: HTMLElement[]; isPartial: boolean }

export function createAgendaSearch(sessions: Session[], onLoaded: () => void): (query: string) => Results {
  const people = [...document.querySelectorAll<HTMLElement>('.speaker')]
  // Created at the first search and not on load, because a large conference has 0.5 MB of text.
  let findTalks: ((query: string) => Set<Session> | null) | undefined
  let findPeople: ((query: string) => Set<HTMLElement> | null) | undefined
  let sheets: Document | null | undefined

  async function loadTexts(): Promise<void> {
    if (sheets) return
    const loaded = await loadSheets()
    if (sheets || loaded === sheets) return
    sheets = loaded
    findTalks = findPeople = undefined
    onLoaded()
  }

  function textOfPerson(person: HTMLElement): string {
    const sheet = sheets?.getElementById(`ficha-${person.id}`)
    const talks = wordsOf(sheet?.querySelector('[aria-label="Charlas"]') ?? null)
    const texts = [...person.children].filter((part) => !part.matches('.sheet')).map(wordsOf)
    return texts.join('') + wordsOf(sheet ?? null).replace(talks, '')
  }

  return (query) => {
    if (query) {
      void loadTexts()
      findTalks ??= searchIn(
        sessions,
        ({ title }) => title,
        ({ card }) => wordsOf(card) + textIn(sheets ?? null, card),
      )
      findPeople ??= searchIn(people, nameOf, textOfPerson)
    }
    return { talks: findTalks?.(query) ?? null, people: [...(findPeople?.(query) ?? [])], isPartial: sheets === null }
  }
}

export const nameOf = (person: HTMLElement) => person.querySelector('h3')?.textContent ?? ''
