import { useStore } from '@nanostores/react'
import type { ReactNode } from 'react'
import type { Control } from 'react-hook-form'
import type { Content, SectionKey } from '../../data/schema.ts'
import { ApiError } from './client.ts'
import { SectionFields } from './SectionFields.tsx'
import { type SectionStore, sectionStores } from './stores/sections.ts'

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
  const { data, error } = useStore(store.$loaded)

  return (
    <section className="flex flex-col gap-5" aria-label={props.title}>
      <header className="flex flex-col gap-1">
        <h2 className="text-xl font-bold text-balance">{props.title}</h2>
        {props.description && <div className="text-base-content/75 text-sm">{props.description}</div>}
      </header>
      {data ? (
        <SectionFields {...props} store={store} loaded={data} />
      ) : error ? (
        <LoadError onRetry={store.$loaded.revalidate} />
      ) : (
        <p role="status">Cargando...</p>
      )}
    </section>
  )
}

function LoadError({ onRetry }: { onRetry: () => void }) {
  return (
    <div role="alert" className="alert alert-error">
      <p>No se pudo cargar el contenido.</p>
      <button type="button" className="btn btn-sm" onClick={onRetry}>
        Reintentar
      </button>
    </div>
  )
}

/** The server's own message for a failed call, or the usual one when there is none. */
export function serverMessage(error: unknown, usual: string): string {
  return error instanceof ApiError ? (error.body?.error ?? usual) : usual
}

/** A failed call as its status, or that there was no answer at all. */
export function httpStatus(error: unknown): string {
  return error instanceof ApiError ? `HTTP error! status: ${error.status}` : 'el servidor no respondió.'
}
