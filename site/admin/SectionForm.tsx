import { useStore } from '@nanostores/react'
import type { ReactNode } from 'react'
import type { Control } from 'react-hook-form'
import type { Content, SectionKey } from '../../data/schema.ts'
import { Loading } from './Loading.tsx'
import { SectionFields } from './SectionFields.tsx'
import type { Loaded } from './stores/loaded.ts'
import { type SectionStore, type Stored, sectionStores } from './stores/sections.ts'

export type SectionFormProps<K extends SectionKey> = {
  section: K
  title: string
  description?: ReactNode
  success: { title: string; text?: string }
  failure: (error: unknown) => { title: string; text: string }
  /** Turns what is stored into what the form shows, where the two differ. */
  toForm?: (stored: Content[K]) => Content[K]
  /** Completes what is sent. */
  toChange?: (values: Content[K]) => Partial<Content[K]>
  children: (control: Control<Content[K]>) => ReactNode
}

/** Loads a section, edits it in a form and saves it: the one way for all five. */
export function SectionForm<K extends SectionKey>(props: SectionFormProps<K>) {
  const store: SectionStore<K> = sectionStores[props.section]
  const loaded: Loaded<Stored<K>> = useStore(store.$loaded)

  return (
    <section className="flex flex-col gap-5" aria-label={props.title}>
      <header className="flex flex-col gap-1">
        <h2 className="text-xl font-bold text-balance">{props.title}</h2>
        {props.description && <div className="text-base-content/75 text-sm">{props.description}</div>}
      </header>
      <Loading loaded={loaded} onRetry={store.$loaded.revalidate}>
        {(stored) => <SectionFields {...props} store={store} stored={stored} />}
      </Loading>
    </section>
  )
}
