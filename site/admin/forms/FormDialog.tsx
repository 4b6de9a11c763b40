import { type ReactNode, type RefObject, useEffect, useRef } from 'react'
import type { Control, FieldValues } from 'react-hook-form'
import type { z } from 'zod'
import { showToast, type ToastContent } from '../../toast/toast.ts'
import { Dialog } from '../dialogs/Dialog.tsx'
import { DialogActions } from '../dialogs/DialogActions.tsx'
import { askToDiscard } from '../shell/unsaved.ts'
import { DisputesContext, ToFirstChoice } from './DisputeChoice.tsx'
import { DraftOffer } from './drafts/DraftOffer.tsx'
import type { FieldOf } from './field-props.ts'
import { useEditor, type Versions } from './use-editor.ts'
import { unsentLabels } from './use-resend.ts'

type Props<T extends FieldValues> = {
  title: string
  schema: z.ZodType
  values: T
  versions?: Versions<T>
  save: (values: T) => Promise<ToastContent>
  failure: (error: unknown) => ToastContent
  submit?: { label: string; busy: string }
  incomplete?: ((fields: string[]) => ToastContent | undefined) | undefined
  /** A second button that saves and opens the next form at once. `open` gets the values, and the promise of the save. */
  another?: { label: string; open: (values: T, saving: Promise<ToastContent>) => void } | undefined
  tool?: ReactNode
  onClose: () => void
  children: (field: FieldOf<T>, control: Control<T>) => ReactNode
}

const saving = { label: 'Guardar', busy: 'Guardando...' }

export function FormDialog<T extends FieldValues>(props: Props<T>) {
  const { title, schema, values, versions, failure, submit: button = saving, another, tool, onClose, children } = props
  const { form, draft, disputes, isDirty, isUploading, isSaving, unsent, submit, ifValid } = useEditor({
    schema,
    values,
    versions,
    dialog: title,
    save,
    onInvalid: showIncomplete,
    failure,
  })

  const field: FieldOf<T> = (name, label) => ({ control: form.control, name, label })
  const wasLeft = useRef(false)
  const isSavingNow = useRef(isSaving)
  isSavingNow.current = isSaving
  const fields = useRef<HTMLFormElement>(null)

  useFieldFocus(fields, disputes.isDisputed, isSaving)

  async function save(valid: T): Promise<void> {
    showToast(await props.save(valid))
    if (wasLeft.current) return
    draft.discard()
    onClose()
  }

  const saveAndOpenAnother = ifValid((valid) => {
    draft.discard()
    another?.open(valid, props.save(valid))
  })

  async function close() {
    if (isSaving) return
    if (!(isDirty || isUploading)) return onClose()
    const isDiscarding = await askToDiscard(
      isUploading ? 'Se está subiendo un archivo. ¿Quieres cancelar la subida y descartar los cambios?' : undefined,
    )
    // While the question was open, a save that waited for an upload may have begun.
    if (isDiscarding && !isSavingNow.current) leave()
  }

  function leave() {
    wasLeft.current = true
    draft.discard()
    onClose()
  }

  function showIncomplete(errors: object) {
    const toast = props.incomplete?.(Object.keys(errors))
    if (toast) showToast(toast)
  }

  return (
    <Dialog title={title} onClose={close} onLeave={leave}>
      <form ref={fields} onSubmit={submit} data-sends={props.submit && ''} noValidate className="flex flex-col gap-5">
        {draft.offer && <DraftOffer at={draft.offer.at} onRecover={draft.recover} onDiscard={draft.decline} />}
        {disputes.isDisputed && <DisputeNote />}
        <DisputesContext value={disputes.context}>{children(field, form.control)}</DisputesContext>
        {unsent && !isSaving && <p role="status">{unsentLabels[unsent]}</p>}
        <DialogActions
          label={isSaving ? button.busy : button.label}
          isBusy={isSaving}
          another={another && { label: another.label, onClick: () => void saveAndOpenAnother() }}
          tool={tool}
          onCancel={close}
        />
      </form>
    </Dialog>
  )
}

function useFieldFocus(fields: RefObject<HTMLFormElement | null>, isDisputed: boolean, isSaving: boolean): void {
  useEffect(() => fields.current?.querySelector<HTMLElement>('input:not([type="file"]), select, textarea')?.focus(), [fields])

  useEffect(() => {
    if (isDisputed) fields.current?.querySelector('.dispute')?.scrollIntoView({ block: 'center' })
  }, [fields, isDisputed])

  // Blocks typing while a save runs. The dialog closes after the save, so text typed now would be lost.
  useEffect(() => {
    const form = fields.current
    if (!isSaving || !form) return
    const refuse = (event: InputEvent) => event.preventDefault()
    form.addEventListener('beforeinput', refuse)
    return () => form.removeEventListener('beforeinput', refuse)
  }, [fields, isSaving])
}

const DisputeNote = () => (
  <div role="alert" className="dispute-note alert alert-warning alert-soft flex-wrap">
    <p>Alguien más cambió lo mismo mientras editabas. Elige en cada campo marcado cuál queda, y guarda.</p>
    <ToFirstChoice />
  </div>
)
