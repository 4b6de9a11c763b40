import { useEffect, useState } from 'react'
import type { FieldValues } from 'react-hook-form'
import type { z } from 'zod'
import type { ContentKey } from '../../../data/content/schema.ts'
import { showToast, type ToastContent } from '../../toast/toast.ts'
import type { ApiError } from '../calls/client.ts'
import { hadNoAnswer } from '../calls/connection.ts'
import { inDialog, markUnsaved } from '../shell/unsaved.ts'
import { stillUploading } from './uploading.ts'
import { isConflict, useDisputes } from './use-disputes.ts'
import { type DraftOptions, startOf, useDraft } from './use-draft.ts'
import { keptHere, notSent, useResend } from './use-resend.ts'
import { useSchemaForm } from './use-schema-form.ts'

/** Content that others may change meanwhile: where what is typed is kept, the version it is a change of, and how to get the newest. */
export type Versions<T> = DraftOptions & {
  section: ContentKey
  /** The item of a list; none of a section, or for a new one. */
  id?: string | undefined
  /** The newest version, and what makes it the one that is changed; null when it is gone. */
  readNewest: () => Promise<{ values: T; take: () => void } | null>
}

type Options<T extends FieldValues> = {
  /** The schema that the server validates with. */
  schema: z.ZodType
  values: T
  versions?: Versions<T> | undefined
  /** The title of the dialog that it is in; none in a tab, where a bar says by itself what a dialog says in a message. */
  dialog?: string
  save: (values: T) => Promise<void>
  onInvalid: (errors: object) => void
  failure: (error: unknown) => ToastContent
}

/** The one way to edit something: nothing typed is lost, neither with the page nor to others, and no save is sent twice. */
export function useEditor<T extends FieldValues>({ schema, values, versions, dialog, save, onInvalid, failure }: Options<T>) {
  const [isSaving, setIsSaving] = useState(false)
  const { form, isDirty, isUploading, showRefused } = useSchemaForm(schema, values)
  const disputes = useDisputes(form, versions?.section)
  const draft = useDraft(form, versions)
  const submit = form.handleSubmit((valid) => attempt(() => save(valid)), onInvalid)
  const resend = useResend(submit, { inToast: dialog === undefined })
  const mark = dialog === undefined ? (versions?.section ?? '') : inDialog(dialog)

  useEffect(() => {
    markUnsaved(mark, isDirty || isUploading)
    return () => markUnsaved(mark, false)
  }, [mark, isDirty, isUploading])

  /** Runs one call at a time, and says what went wrong. */
  async function attempt(call: () => Promise<void>) {
    if (isUploading) return showToast({ kind: 'error', ...stillUploading })
    setIsSaving(true)
    resend.cancel()
    try {
      await call()
    } catch (error) {
      if (isConflict(error)) await disputeWithNewest(error).catch(report)
      else report(error)
    } finally {
      setIsSaving(false)
    }
  }

  function report(error: unknown) {
    if (hadNoAnswer(error)) resend.offer()
    else showRefused(error)
    const isCutInDialog = hadNoAnswer(error) && dialog !== undefined
    showToast(!isCutInDialog ? failure(error) : versions?.draftKey === undefined ? notSent : keptHere)
  }

  async function disputeWithNewest(error: ApiError) {
    const newest = await versions?.readNewest()
    if (!newest) return dialog !== undefined && report(error)
    await disputes.dispute(error, startOf(form), newest.values, versions?.id)
    newest.take()
  }

  return { form, draft, disputes, isDirty, isUploading, isSaving, unsent: resend.state, submit, attempt }
}
