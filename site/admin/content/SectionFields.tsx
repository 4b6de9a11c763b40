import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { Control } from 'react-hook-form'
import { type Content, type SectionKey, sectionSchemas } from '../../../data/content/schema.ts'
import { hideToast, showToast, type ToastContent } from '../../toast/toast.ts'
import { hadNoAnswer } from '../calls/connection.ts'
import { notPublished } from '../calls/messages.ts'
import { undoing } from '../calls/undo.ts'
import { DisputesContext } from '../forms/DisputeChoice.tsx'
import { DraftOffer } from '../forms/DraftOffer.tsx'
import { differing } from '../forms/drafts.ts'
import { typeInto } from '../forms/rebase.ts'
import { stillUploading } from '../forms/uploading.ts'
import { isConflict, useDisputes } from '../forms/use-disputes.ts'
import { startOf, useDraft } from '../forms/use-draft.ts'
import { useResend } from '../forms/use-resend.ts'
import { useSchemaForm } from '../forms/use-schema-form.ts'
import { markUnsaved } from '../shell/unsaved.ts'
import { mergedNote } from './labels.ts'
import { SaveBar } from './SaveBar.tsx'
import type { SectionStore, Stored } from './sections.ts'

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
  /** What is offered after a save that changed these fields. */
  offer?: (changed: string[]) => Promise<Partial<ToastContent>>
  /** Whether it is shown to somebody who may not change it. */
  isReadOnly?: boolean
  children: (control: Control<Content[K]>) => ReactNode
}

type Props<K extends SectionKey> = SectionFormProps<K> & { store: SectionStore<K>; stored: Stored<K> }

/** The form of a section. What is typed stays until it is saved, or discarded on purpose. */
export function SectionFields<K extends SectionKey>(props: Props<K>) {
  const { section, store, stored, success, failure, toForm = same, toChange = same, isReadOnly = false, children } = props
  const { offer = nothing } = props
  const [isSaving, setIsSaving] = useState(false)
  const [isOvertaken, setIsOvertaken] = useState(false)
  // The version that the form was filled from: what others saved since is merged, and the same field refused.
  const base = useRef(stored)
  const { form, isDirty, isUploading, showRefused } = useSchemaForm<Content[K]>(sectionSchemas[section], toForm(stored.value))
  const disputes = useDisputes(form, section)
  const draft = useDraft(form, {
    place: isReadOnly ? undefined : section,
    tag: () => base.current.tag,
    // Merged with what others saved since it was typed.
    onRecover: (tag) => {
      base.current = { ...base.current, tag }
    },
  })
  const submit = form.handleSubmit((values) => attempt(() => save(values)), hideToast)
  const resend = useResend(submit)

  useEffect(() => markUnsaved(section, isDirty || isUploading), [section, isDirty, isUploading])

  /** Runs one call at a time, without the message of the one before, and says what went wrong. */
  async function attempt(call: () => Promise<void>) {
    if (isUploading) return showToast({ kind: 'error', ...stillUploading })
    setIsSaving(true)
    hideToast()
    resend.cancel()
    try {
      await call()
    } catch (error) {
      if (isConflict(error)) await settleWithTheirs(error)
      else report(error)
    } finally {
      setIsSaving(false)
    }
  }

  function report(error: unknown) {
    if (hadNoAnswer(error)) resend.offer()
    showRefused(error)
    showToast({ kind: 'error', ...failure(error) })
  }

  async function settleWithTheirs(error: Parameters<typeof disputes.dispute>[0]) {
    try {
      const newest = await store.read()
      await disputes.dispute(error, startOf(form), toForm(newest.value))
      base.current = newest
      setIsOvertaken(true)
    } catch (failed) {
      report(failed)
    }
  }

  /** Fills the form from a stored version, on which further changes are based. */
  function startFrom(version: Stored<K>) {
    base.current = version
    setIsOvertaken(false)
    disputes.settle()
    form.reset(toForm(version.value))
    store.change(() => version)
  }

  async function save(values: Content[K]) {
    const sent = form.getValues()
    const changed = Object.keys(differing(values, startOf(form))) as (keyof Content[K])[]
    const before = Object.fromEntries(changed.map((name) => [name, base.current.value[name]])) as Partial<Content[K]>
    const { saved, publishError, merged } = await store.save(toChange(values), base.current.tag)
    const typedSince = differing(form.getValues(), sent)
    startFrom(saved)
    // What was typed while the answer was on its way is a change to what was saved.
    typeInto(form, typedSince)
    const takeBack = async () => {
      const { saved: undone } = await store.save(before, saved.tag)
      store.change(() => undone)
    }
    const action = changed.length > 0 ? undoing(takeBack) : undefined
    const note = mergedNote(section, merged)
    const offered: Partial<ToastContent> = publishError ? {} : await offer(changed.map(String))
    const said = publishError ? notPublished(publishError) : ({ kind: 'success', ...success } as const)
    showToast({ ...said, ...offered, action, note: [note, offered.note].filter(Boolean).join(' ') || undefined })
  }

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
      {draft.offer && <DraftOffer at={draft.offer.at} onRecover={draft.recover} onDiscard={draft.decline} />}
      <DisputesContext value={disputes.context}>{children(form.control)}</DisputesContext>
      <SaveBar
        isDirty={isDirty}
        isSaving={isSaving}
        isOvertaken={isOvertaken}
        hasChosen={disputes.hasChosen}
        unsent={resend.state}
        onLoadTheirs={() => attempt(async () => startFrom(await store.read()))}
      />
    </form>
  )
}

const same = <T,>(value: T) => value
const nothing = async () => ({})
