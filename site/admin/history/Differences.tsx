import type { Difference } from '../../../data/content/history.ts'
import { isCollection } from '../content/content-keys.ts'
import type { Draft } from '../preview/draft.ts'
import { Changes } from './Changes.tsx'
import { NamesOf } from './item-names.tsx'
import { nameOf } from './names.ts'

type Props = { differences: Difference[]; timeZone: string }

/** What would change, by section, in words. */
export function Differences({ differences, timeZone }: Props) {
  if (differences.length === 0) return <p className="panel-empty">No cambiaría nada: así está ahora.</p>
  return (
    <NamesOf changes={differences.flatMap(({ changes }) => changes)}>
      <h3 className="text-sm font-bold">Lo que cambiaría</h3>
      {differences.map(({ section, changes }) => (
        <section key={section} aria-label={nameOf(section)} className="flex flex-col gap-2">
          <h4 className="font-bold">{nameOf(section)}</h4>
          <Changes section={section} changes={changes} timeZone={timeZone} areMade={false} />
          {changes.length === 0 && <p className="text-sm">El orden de la lista.</p>}
        </section>
      ))}
    </NamesOf>
  )
}

/** What would be stored, as a draft of the page. */
export function draftFrom(differences: Difference[]): Draft {
  const draft: Draft = { sections: {}, collections: {} }
  for (const { section, value } of differences) {
    if (isCollection(section)) draft.collections[section] = value as Draft['collections'][string]
    else draft.sections[section] = value as Draft['sections'][string]
  }
  return draft
}
