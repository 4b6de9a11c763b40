import { type ReactNode, useState } from 'react'
import type { Control, FieldValues } from 'react-hook-form'
import type { z } from 'zod'
import { showToast, type ToastContent } from '../../toast/toast.ts'
import { useSchemaForm } from '../fields/use-schema-form.ts'
import { stillUploading } from '../uploads/messages.ts'
import { Dialog } from './Dialog.tsx'
import { DialogActions } from './DialogActions.tsx'
import { useUnsavedWarning } from './use-unsaved-warning.ts'

type Props<T extends FieldValues> = {
  title: string
  /** The schema that the server validates with. */
  schema: z.ZodType
  values: T
  /** Saves and returns what to say about it. When it throws, the dialog stays with what was typed. */
  save: (values: T) => Promise<ToastContent>
  failure: (error: unknown) => ToastContent
  /** What to say, besides the messages at the fields, when these ones do not fit the schema. */
  incomplete?: (fields: string[]) => ToastContent | undefined
  onClose: () => void
  children: (control: Control<T>) => ReactNode
}

/** A form in a dialog that is open as long as it is rendered: the one way to create and change whatever is in a list. */
export function FormDialog<T extends FieldValues>(props: Props<T>) {
  const { title, schema, values, save, failure, incomplete, onClose, children } = props
  const [isSaving, setIsSaving] = useState(false)
  const { form, isDirty, isUploading, showRefused } = useSchemaForm(schema, values)
  useUnsavedWarning(isDirty || isUploading)

  function close() {
    if (isSaving) return
    const question = isUploading
      ? 'Se está subiendo un archivo. ¿Quieres cancelar la subida y descartar los cambios?'
      : 'Hay cambios sin guardar. ¿Quieres descartarlos?'
    if (!(isDirty || isUploading) || window.confirm(question)) onClose()
  }

  async function submit(valid: T) {
    if (isUploading) return showToast({ kind: 'error', ...stillUploading })
    setIsSaving(true)
    try {
      showToast(await save(valid))
      onClose()
    } catch (error) {
      showRefused(error)
      showToast(failure(error))
    } finally {
      setIsSaving(false)
    }
  }

  const complain = (errors: object) => {
    const toast = incomplete?.(Object.keys(errors))
    if (toast) showToast(toast)
  }

  return (
    <Dialog title={title} onClose={close}>
      <form onSubmit={form.handleSubmit(submit, complain)} noValidate className="flex flex-col gap-5">
        {children(form.control)}
        <DialogActions label={isSaving ? 'Guardando...' : 'Guardar'} isBusy={isSaving} onCancel={close} />
      </form>
    </Dialog>
  )
}
