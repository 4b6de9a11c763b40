import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { Control, FieldPath, PathValue } from 'react-hook-form'
import { type Content, type SectionKey, sectionSchemas } from '../../../data/schema.ts'
import { hideToast, showToast } from '../../toast/toast.ts'
import { ApiError } from '../calls/client.ts'
import { notPublished } from '../calls/messages.ts'
import { undoing } from '../calls/undo.ts'
import { useSchemaForm } from '../fields/use-schema-form.ts'
import type { SectionStore, Stored } from '../stores/sections.ts'
import { markUnsaved } from '../stores/unsaved.ts'
import { stillUploading } from '../uploads/messages.ts'
import { SaveBar } from './SaveBar.tsx'

export type SectionFormProps<K extends SectionKey> = {
  section: K
  title: string
  description?: ReactNode
  success: { title: string; text?: string }
  failure: (error: unknown) => { title: string; text: string }
  /** Converts the stored value for the form, where the two differ. */
  toForm?: (stored: Content[K]) => Content[K]
  /** Completes what is sent. */
  toChange?: (values: Content[K]) => Partial<Content[K]>
  /** Whether it is shown to somebody who may not change it. */
  isReadOnly?: boolean
  children: (control: Control<Content[K]>) => ReactNode
}

type Props<K extends SectionKey> = SectionFormProps<K> & { store: SectionStore<K>; stored: Stored<K> }

/** The form of a section. What is typed stays until it is saved, or discarded on purpose. */
export function SectionFields<K extends SectionKey>(props: Props<K>) {
  const { section, store, stored, success, failure, toForm = same, toChange = same, isReadOnly = false, children } = props
  const [isSaving, setIsSaving] = useState(false)
  const [isOvertaken, setIsOvertaken] = useState(false)
  // The version that the form was filled from: what others saved since is merged, and the same field refused.
  const base = useRef(stored)
  const schema = sectionSchemas[section]
  const { form, isDirty, isUploading, showRefused } = useSchemaForm<Content[K]>(schema, toForm(stored.value))

  useEffect(() => markUnsaved(section, isDirty || isUploading), [section, isDirty, isUploading])

  /** Runs one call at a time, without the message of the one before, and says what went wrong. */
  async function attempt(call: () => Promise<void>) {
    if (isUploading) return showToast({ kind: 'error', ...stillUploading })
    setIsSaving(true)
    hideToast()
    try {
      await call()
    } catch (error) {
      report(error)
    } finally {
      setIsSaving(false)
    }
  }

  function report(error: unknown) {
    if (error instanceof ApiError && error.status === 409) return setIsOvertaken(true)
    showRefused(error)
    showToast({ kind: 'error', ...failure(error) })
  }

  /** Fills the form from a stored version, on which further changes are based. */
  function startFrom(version: Stored<K>) {
    base.current = version
    setIsOvertaken(false)
    form.reset(toForm(version.value))
    store.change(() => version)
  }

  async function save(values: Content[K]) {
    const sent = new Map(Object.entries(form.getValues()))
    const before = changedFields(toForm(base.current.value), values, base.current.value)
    const { saved, publishError } = await store.save(toChange(values), base.current.tag)
    const typed = Object.entries(form.getValues())
    startFrom(saved)
    // What was typed while the answer was on its way is a change to what was saved.
    for (const [name, value] of typed.filter(([name, value]) => value !== sent.get(name)))
      form.setValue(name as FieldPath<Content[K]>, value as PathValue<Content[K], FieldPath<Content[K]>>, { shouldDirty: true })
    const takeBack = async () => {
      const { saved: undone } = await store.save(before, saved.tag)
      store.change(() => undone)
    }
    const action = Object.keys(before).length > 0 ? undoing(takeBack) : undefined
    showToast({ ...(publishError ? notPublished(publishError) : { kind: 'success', ...success }), action })
  }

  const submit = form.handleSubmit((values) => attempt(() => save(values)), hideToast)

  const submitOverTheirs = form.handleSubmit(
    (values) =>
      attempt(async () => {
        base.current = await store.read()
        await save(values)
      }),
    hideToast,
  )

  // Read anew after a save of a section that says the same: the start of further changes, unless some were made already.
  useEffect(() => {
    if (stored.tag === base.current.tag || isDirty || isSaving) return
    base.current = stored
    form.reset(toForm(stored.value))
  }, [stored, isDirty, isSaving, form, toForm])

  if (isReadOnly)
    return (
      <fieldset disabled className="contents">
        {children(form.control)}
      </fieldset>
    )

  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-5">
      {children(form.control)}
      <SaveBar
        isDirty={isDirty}
        isSaving={isSaving}
        isOvertaken={isOvertaken}
        onLoadTheirs={() => attempt(async () => startFrom(await store.read()))}
        onSaveMine={submitOverTheirs}
      />
    </form>
  )
}

const same = <T,>(value: T) => value

/** The stored values of the fields in which what is typed differs from what the form began with. */
function changedFields<T extends object>(began: T, typed: T, stored: T): Partial<T> {
  const names = (Object.keys(stored) as (keyof T)[]).filter((name) => began[name] !== typed[name])
  return Object.fromEntries(names.map((name) => [name, stored[name]])) as Partial<T>
}
