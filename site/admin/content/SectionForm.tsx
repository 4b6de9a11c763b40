import { useStore } from '@nanostores/react'
import type { SectionKey } from '../../../data/content/schema.ts'
import type { Loaded } from '../calls/loaded.ts'
import { Loading } from '../ui/Loading.tsx'
import { HistoryButton } from './HistoryButton.tsx'
import { Present } from './Present.tsx'
import { SectionFields, type SectionFormProps } from './SectionFields.tsx'
import { type SectionStore, type Stored, sectionStores } from './sections.ts'

/** Loads a section, edits it in a form and saves it: the one way for all five. */
export function SectionForm<K extends SectionKey>(props: SectionFormProps<K>) {
  const store: SectionStore<K> = sectionStores[props.section]
  const loaded: Loaded<Stored<K>> = useStore(store.$loaded)

  return (
    <section className="flex flex-col gap-5" aria-label={props.title}>
      <header className="flex flex-col gap-1">
        <div className="flex flex-wrap items-center justify-between gap-x-3">
          <h2 className="text-xl font-bold text-balance">{props.title}</h2>
          <HistoryButton section={props.section} />
        </div>
        {props.description && <div className="text-base-content/75 text-sm">{props.description}</div>}
        <Present section={props.section} />
      </header>
      <Loading loaded={loaded} onRetry={store.load}>
        {(stored) => <SectionFields {...props} store={store} stored={stored} />}
      </Loading>
    </section>
  )
}
