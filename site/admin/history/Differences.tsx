import type { Difference } from '../../../data/content/history.ts'
import { isCollection, kinds } from '../content/kinds.ts'
import type { PreviewContent } from '../preview/preview-content.ts'
import { Changes } from './Changes.tsx'
import { NamesOf } from './item-names.tsx'

type Props = { differences: Difference[]; timeZone: string }

export function Differences({ differences, timeZone }: Props) {
  if (differences.length === 0) return <p className="panel-empty">No cambiaría nada: así está ahora.</p>
  return (
    <NamesOf changes={differences.flatMap(({ changes }) => changes)}>
      <h3 className="font-bold">Lo que cambiaría</h3>
      {differences.map(({ section, changes }) => (
        <section key={section} aria-label={kinds[section].label} className="flex flex-col gap-2">
          <h4 className="text-sm font-bold">{kinds[section].label}</h4>
          <Changes section={section} changes={changes} timeZone={timeZone} areMade={false} />
          {changes.length === 0 && <p className="text-sm">El orden de la lista.</p>}
        </section>
      ))}
    </NamesOf>
  )
}

export function previewOf(differences: Difference[]): PreviewContent {
  const content: PreviewContent = { sections: {}, collections: {} }
  for (const { section, value } of differences) {
    if (isCollection(section)) content.collections[section] = value as PreviewContent['collections'][string]
    else content.sections[section] = value as PreviewContent['sections'][string]
  }
  return content
}
