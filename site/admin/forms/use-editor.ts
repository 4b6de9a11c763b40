import { useEffect, useState } from 'react'
import type { FieldValues } from 'react-hook-form'
import type { z } from 'zod'
import type { ContentKey } from '../../../data/content/schema.ts'
import { showToast, type ToastContent } from '../../toast/toast.ts'
import type { ApiError } from '../calls/client.ts'
import { hadNoAnswer } from '../calls/connection.ts'
import { inDialog, markUnsaved } from '../shell/unsaved.ts'
import { type DraftOptions, initialValues, useDraft } from './drafts/use-draft.ts'
import { areUploadsStored, expectUploads, savedAfterUpload } from './uploading.ts'
import { isConflict, useDisputes } from './use-disputes.ts'
import { notSent, storedOnDevice, useResend } from './use-resend.ts'
import { useSchemaForm } from './use-schema-form.ts'

export type Versions<T> = DraftOptions & {
  section: ContentKey
  id?: string | undefined
  readNewest: () => Promise<{ values: T; take: () => void } | null>
}

type Options<T extends FieldValues> = {
  schema: z.ZodType
  values: T
  versions?: Versions<T> | undefined
  dialog?: string
  save: (values: T) => Promise<void>
  onInvalid: (errors: object) => void
  failure: (error: unknown) => ToastContent
}

export function useEditor<T extends FieldValues>({ schema, values, versions, dialog, save, onInvalid, failure }: Options<T>) {
  const [isSaving, setIsSaving] = useState(false)
  /** A save that waits for an upload. */
  const [waiting, setWaiting] = useState<((valid: T) => void) | null>(null)
  const { form, isDirty, isUploading, showRefused } = useSchemaForm(schema, values)
  const disputes = useDisputes(form, versions?.section)
  const draft = useDraft(form, versions)
  const ifValid = (act: (valid: T) => void) => form.handleSubmit((valid) => (isUploading ? waitWith(act) : act(valid)), onInvalid)
  const submit = ifValid((valid) => attempt(() => save(valid)))
  const resend = useResend(submit, { inToast: dialog === undefined })
  const mark = dialog === undefined ? (versions?.section ?? '') : inDialog(dialog)

  useEffect(() => {
    markUnsaved(mark, isDirty || isUploading)
    return () => markUnsaved(mark, false)
  }, [mark, isDirty, isUploading])

  function waitWith(act: (valid: T) => void): void {
    expectUploads(form.control)
    setWaiting(() => act)
    showToast({ kind: 'neutral', ...savedAfterUpload })
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs only when the uploads end
  useEffect(() => {
    if (isUploading || !waiting) return
    setWaiting(null)
    if (areUploadsStored(form.control)) void ifValid(waiting)()
  }, [isUploading])

  async function attempt(call: () => Promise<void>) {
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
    showToast(!isCutInDialog ? failure(error) : versions?.draftKey === undefined ? notSent : storedOnDevice)
  }

  async function disputeWithNewest(error: ApiError) {
    const newest = await versions?.readNewest()
    if (!newest) return dialog !== undefined && report(error)
    await disputes.dispute(error, initialValues(form), newest.values, versions?.id)
    newest.take()
  }

  return { form, draft, disputes, isDirty, isUploading, isSaving, unsent: resend.state, submit, ifValid, attempt }
}
