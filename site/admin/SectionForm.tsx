import { zodResolver } from '@hookform/resolvers/zod'
import { useStore } from '@nanostores/react'
import { type ReactNode, useRef, useState } from 'react'
import { type Control, type DefaultValues, type FieldPath, type PathValue, type Resolver, useForm } from 'react-hook-form'
import { type Content, type SectionKey, sectionSchemas } from '../../data/schema.ts'
import { showToast } from '../toast/toast.ts'
import { ApiError } from './client.ts'
import { type Loaded, type SectionStore, sectionStores } from './stores/sections.ts'
import { useUnsavedWarning } from './use-unsaved-warning.ts'

type Props<K extends SectionKey> = {
  section: K
  title: string
  description?: ReactNode
  success: { title: string; text: string }
  failure: (error: unknown) => { title: string; text: string }
  /** Turns what is stored into what the form shows, where the two differ. */
  toForm?: (stored: Content[K]) => Content[K]
  /** Completes what is sent. */
  toChange?: (values: Content[K]) => Partial<Content[K]>
  children: (control: Control<Content[K]>) => ReactNode
}

/** Loads a section, edits it in a form and saves it: the one way for all five. */
export function SectionForm<K extends SectionKey>(props: Props<K>) {
  const store: SectionStore<K> = sectionStores[props.section]
  const { data, error } = useStore(store.$loaded)

  return (
    <section className="card" aria-label={props.title}>
      <header className="flex flex-col gap-1">
        <h2 className="text-xl font-bold">{props.title}</h2>
        {props.description && <div className="text-base-content/75">{props.description}</div>}
      </header>
      {data ? (
        <Fields {...props} store={store} loaded={data} />
      ) : error ? (
        <LoadError onRetry={store.$loaded.revalidate} />
      ) : (
        <p role="status">Cargando...</p>
      )}
    </section>
  )
}

type FieldsProps<K extends SectionKey> = Props<K> & { store: SectionStore<K>; loaded: Loaded<K> }

/** The form over what was loaded. What is typed stays until it is stored. */
function Fields<K extends SectionKey>({
  section,
  store,
  loaded,
  success,
  failure,
  toForm = same,
  toChange = same,
  children,
}: FieldsProps<K>) {
  const [isSaving, setIsSaving] = useState(false)
  // The version that the form was filled from: a save over a newer one of somebody else is refused.
  const tag = useRef(loaded.tag)
  // The registry holds K's schema under K; its type is lost in the union of the five.
  const resolver = zodResolver(sectionSchemas[section] as never) as unknown as Resolver<Content[K]>
  const form = useForm<Content[K]>({ resolver, defaultValues: toForm(loaded.value) as DefaultValues<Content[K]> })
  const { isDirty } = form.formState
  useUnsavedWarning(isDirty)

  /** Makes what was saved the new start, with what was typed meanwhile as a change to it. */
  function startFrom(saved: Loaded<K>, submitted: Content[K]) {
    const typed = form.getValues()
    tag.current = saved.tag
    form.reset(toForm(saved.value))
    for (const [name, value] of Object.entries(typed)) {
      const isNew = !Object.entries(submitted).some(([other, sent]) => other === name && sent === value)
      if (isNew)
        form.setValue(name as FieldPath<Content[K]>, value as PathValue<Content[K], FieldPath<Content[K]>>, { shouldDirty: true })
    }
  }

  async function save(values: Content[K]) {
    const submitted = form.getValues()
    setIsSaving(true)
    try {
      const { saved, publishError } = await store.save(toChange(values), tag.current)
      startFrom(saved, submitted)
      store.$loaded.mutate(saved)
      showToast(
        publishError
          ? { kind: 'error', title: 'Guardado, pero no publicado', text: publishError }
          : { kind: 'success', ...success },
      )
    } catch (error) {
      const fields = error instanceof ApiError ? error.body?.fields : undefined
      for (const [name, message] of Object.entries(fields ?? {})) form.setError(name as FieldPath<Content[K]>, { message })
      showToast({ kind: 'error', ...failure(error) })
    } finally {
      setIsSaving(false)
    }
  }

  return (
    <form onSubmit={form.handleSubmit(save)} noValidate className="flex flex-col gap-5">
      {children(form.control)}
      <div className="border-base-300 flex flex-wrap items-center gap-4 border-t pt-5">
        <button type="submit" className="btn btn-primary" disabled={isSaving}>
          {isSaving ? 'Guardando...' : 'Guardar Cambios'}
        </button>
        <p className="text-base-content/75 text-sm">{isDirty && !isSaving && 'Hay cambios sin guardar.'}</p>
      </div>
    </form>
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

const same = <T,>(value: T) => value

/** The server's own message for a failed call, or the usual one when there is none. */
export function serverMessage(error: unknown, usual: string): string {
  return error instanceof ApiError ? (error.body?.error ?? usual) : usual
}
