import { zodResolver } from '@hookform/resolvers/zod'
import { useStore } from '@nanostores/react'
import { useState } from 'react'
import { type FieldPath, useForm } from 'react-hook-form'
import { type Content, type SectionKey, sectionSchemas } from '../../data/schema.ts'
import { showToast } from '../toast/toast.ts'
import { ApiError } from './client.ts'
import { type Loaded, sectionStores } from './stores/sections.ts'
import { useUnsavedWarning } from './use-unsaved-warning.ts'

/** The words for how a save ended. A failure shows the server's message when there is one. */
export type SaveTexts = { success: { title: string; text: string }; failure: { title: string; text: (error: unknown) => string } }

type Options<K extends SectionKey> = {
  texts: SaveTexts
  /** Turns what is stored into what the form shows, where the two differ. */
  toForm?: (stored: Content[K]) => Content[K]
  /** Completes what is sent. */
  toChange?: (values: Content[K]) => Partial<Content[K]>
}

const same = <T>(value: T) => value

/** Loads a section into a form and saves it. What was typed stays until it is stored. */
export function useSection<K extends SectionKey>(key: K, { texts, toForm = same, toChange = same }: Options<K>) {
  const store = sectionStores[key]
  const { data, error } = useStore(store.$loaded as unknown as typeof sectionStores.hero.$loaded)
  // The store under K holds K's content; the union of the five does not say so.
  const loaded = data as unknown as Loaded<K> | undefined
  const [isSaving, setIsSaving] = useState(false)

  const form = useForm<Content[K]>({
    // The registry's schema under K parses K's content, from input of the same shape.
    resolver: zodResolver(sectionSchemas[key] as never) as never,
    ...(loaded && { values: toForm(loaded.value) }),
  })
  useUnsavedWarning(form.formState.isDirty)

  const save = form.handleSubmit(async (values) => {
    if (!loaded) return
    setIsSaving(true)
    try {
      const { error: publishError } = await store.save(toChange(values) as never, loaded.tag)
      // What is typed while the save is under way stays, as a change to the new version.
      form.reset(values, { keepValues: true })
      await store.$loaded.revalidate()
      if (publishError) showToast({ kind: 'error', title: 'Guardado, pero no publicado', text: publishError })
      else showToast({ kind: 'success', ...texts.success })
    } catch (error) {
      const fields = error instanceof ApiError ? error.body?.fields : undefined
      for (const [name, message] of Object.entries(fields ?? {})) form.setError(name as FieldPath<Content[K]>, { message })
      showToast({ kind: 'error', title: texts.failure.title, text: texts.failure.text(error) })
    } finally {
      setIsSaving(false)
    }
  })

  return {
    form,
    save,
    isSaving,
    isLoading: !loaded && !error,
    loadError: loaded ? null : error,
    reload: store.$loaded.revalidate,
  }
}

/** The server's own message, or the usual one when there is none. */
export function serverMessage(usual: string) {
  return (error: unknown) => (error instanceof ApiError ? (error.body?.error ?? usual) : usual)
}
