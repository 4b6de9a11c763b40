import { type ReactNode, useEffect, useState } from 'react'
import type { Control, FieldValues } from 'react-hook-form'
import type { z } from 'zod'
import type { ContentKey } from '../../../data/content/schema.ts'
import { showToast, type ToastContent } from '../../toast/toast.ts'
import { hadNoAnswer } from '../calls/connection.ts'
import { inDialog, markUnsaved } from '../shell/unsaved.ts'
import { Dialog } from '../ui/Dialog.tsx'
import { DialogActions } from '../ui/DialogActions.tsx'
import { DisputesContext } from './DisputeChoice.tsx'
import { DraftOffer } from './DraftOffer.tsx'
import { stillUploading } from './uploading.ts'
import { isConflict, useDisputes } from './use-disputes.ts'
import { startOf, useDraft } from './use-draft.ts'
import { unsentWords, useResend } from './use-resend.ts'
import { useSchemaForm } from './use-schema-form.ts'

/** Content in a dialog: where what is typed is kept, the version it is based on, and how to read the newest one. */
type Versions<T> = {
  section: ContentKey
  id: string | undefined
  place: string
  isRecovered: boolean
  tag: () => string
  setTag: (tag: string) => void
  /** The item as it is stored now, of which further changes are a change; null when it is gone. */
  readNewest: () => Promise<T | null>
}

type Props<T extends FieldValues> = {
  title: string
  /** The schema that the server validates with. */
  schema: z.ZodType
  values: T
  versions?: Versions<T>
  /** Saves and returns what to say about it. When it throws, the dialog stays with what was typed. */
  save: (values: T) => Promise<ToastContent>
  failure: (error: unknown) => ToastContent
  /** What the button says that saves, and while it does. */
  submit?: { label: string; busy: string }
  /** What to say, besides the messages at the fields, when these ones do not fit the schema. */
  incomplete?: (fields: string[]) => ToastContent | undefined
  onClose: () => void
  children: (control: Control<T>) => ReactNode
}

const saving = { label: 'Guardar', busy: 'Guardando...' }

/** A form in a dialog that is open as long as it is rendered: the one way to create and change whatever is in a list. */
export function FormDialog<T extends FieldValues>(props: Props<T>) {
  const { title, schema, values, versions, save, failure, submit: button = saving, incomplete, onClose, children } = props
  const [isSaving, setIsSaving] = useState(false)
  const { form, isDirty, isUploading, showRefused } = useSchemaForm(schema, values)
  const disputes = useDisputes(form, versions?.section)
  const draft = useDraft(form, {
    place: versions?.place,
    tag: () => versions?.tag() ?? '',
    onRecover: (tag) => versions?.setTag(tag),
    isRecovered: versions?.isRecovered ?? false,
  })
  const send = form.handleSubmit(submit, complain)
  const resend = useResend(send, { inToast: false })

  useEffect(() => {
    markUnsaved(inDialog(title), isDirty || isUploading)
    return () => markUnsaved(inDialog(title), false)
  }, [title, isDirty, isUploading])

  function close() {
    if (isSaving) return
    const question = isUploading
      ? 'Se está subiendo un archivo. ¿Quieres cancelar la subida y descartar los cambios?'
      : 'Hay cambios sin guardar. ¿Quieres descartarlos?'
    if (!(isDirty || isUploading)) return onClose()
    if (!window.confirm(question)) return
    draft.discard()
    onClose()
  }

  async function submit(valid: T) {
    if (isUploading) return showToast({ kind: 'error', ...stillUploading })
    setIsSaving(true)
    resend.cancel()
    try {
      showToast(await save(valid))
      draft.discard()
      onClose()
    } catch (error) {
      if (hadNoAnswer(error)) resend.offer()
      if (isConflict(error)) await disputeWithNewest(error)
      showRefused(error)
      showToast(failure(error))
    } finally {
      setIsSaving(false)
    }
  }

  async function disputeWithNewest(error: Parameters<typeof disputes.dispute>[0]) {
    const newest = await versions?.readNewest()
    if (newest) await disputes.dispute(error, startOf(form), newest, versions?.id)
  }

  function complain(errors: object) {
    const toast = incomplete?.(Object.keys(errors))
    if (toast) showToast(toast)
  }

  return (
    <Dialog title={title} onClose={close}>
      <form onSubmit={send} noValidate className="flex flex-col gap-5">
        {draft.offer && <DraftOffer at={draft.offer.at} onRecover={draft.recover} onDiscard={draft.decline} />}
        {disputes.isDisputed && (
          <p role="alert" className="alert alert-warning alert-soft">
            Alguien más cambió lo mismo mientras editabas. Elige en cada campo marcado cuál queda, y guarda.
          </p>
        )}
        <DisputesContext value={disputes.context}>{children(form.control)}</DisputesContext>
        {resend.state && !isSaving && <p role="status">{unsentWords[resend.state]}</p>}
        <DialogActions label={isSaving ? button.busy : button.label} isBusy={isSaving} onCancel={close} />
      </form>
    </Dialog>
  )
}
