import { type ReactNode, useEffect, useRef } from 'react'
import type { Control, FieldValues } from 'react-hook-form'
import type { z } from 'zod'
import { showToast, type ToastContent } from '../../toast/toast.ts'
import { Dialog } from '../ui/Dialog.tsx'
import { DialogActions } from '../ui/DialogActions.tsx'
import { DisputesContext, ToFirstChoice } from './DisputeChoice.tsx'
import { DraftOffer } from './DraftOffer.tsx'
import { useEditor, type Versions } from './use-editor.ts'
import { unsentLabels } from './use-resend.ts'

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
  incomplete?: ((fields: string[]) => ToastContent | undefined) | undefined
  /** Saves, and opens the next one instead of closing: what the button says, and what it opens after which values. */
  another?: { label: string; open: (saved: T) => void } | undefined
  /** What stands before the buttons. */
  tool?: ReactNode
  onClose: () => void
  children: (control: Control<T>) => ReactNode
}

const saving = { label: 'Guardar', busy: 'Guardando...' }

/** A form in a dialog that is open as long as it is rendered: the one way to create and change whatever is in a list. */
export function FormDialog<T extends FieldValues>(props: Props<T>) {
  const {
    title,
    schema,
    values,
    versions,
    failure,
    submit: button = saving,
    incomplete,
    another,
    tool,
    onClose,
    children,
  } = props
  const { form, draft, disputes, isDirty, isUploading, isSaving, unsent, submit } = useEditor({
    schema,
    values,
    versions,
    dialog: title,
    save,
    onInvalid: complain,
    failure,
  })

  const wantsAnother = useRef(false)
  const isLeft = useRef(false)
  const fields = useRef<HTMLFormElement>(null)

  // The browser itself would begin with what closes the dialog.
  useEffect(() => fields.current?.querySelector<HTMLElement>('input:not([type="file"]), select, textarea')?.focus(), [])

  // What is to be chosen may be out of sight.
  useEffect(() => {
    if (disputes.isDisputed) fields.current?.querySelector('.dispute')?.scrollIntoView({ block: 'center' })
  }, [disputes.isDisputed])

  // What is typed while the answer is on its way would close with the dialog: it is not taken, and one sees that.
  useEffect(() => {
    const form = fields.current
    if (!isSaving || !form) return
    const refuse = (event: InputEvent) => event.preventDefault()
    form.addEventListener('beforeinput', refuse)
    return () => form.removeEventListener('beforeinput', refuse)
  }, [isSaving])

  async function save(valid: T): Promise<void> {
    showToast(await props.save(valid))
    // Another one may be open by then, with a draft of its own.
    if (isLeft.current) return
    draft.discard()
    if (another && wantsAnother.current) another.open(valid)
    else onClose()
  }

  function saveAndOpenAnother() {
    wantsAnother.current = true
    void submit()
  }

  function close() {
    if (isSaving) return
    const question = isUploading
      ? 'Se está subiendo un archivo. ¿Quieres cancelar la subida y descartar los cambios?'
      : 'Hay cambios sin guardar. ¿Quieres descartarlos?'
    if (!(isDirty || isUploading)) return onClose()
    if (window.confirm(question)) leave()
  }

  function leave() {
    isLeft.current = true
    draft.discard()
    onClose()
  }

  function complain(errors: object) {
    const toast = incomplete?.(Object.keys(errors))
    if (toast) showToast(toast)
  }

  return (
    <Dialog title={title} onClose={close} onLeave={leave}>
      <form
        ref={fields}
        onSubmit={(event) => {
          wantsAnother.current = false
          return submit(event)
        }}
        noValidate
        className="flex flex-col gap-5"
      >
        {draft.offer && <DraftOffer at={draft.offer.at} onRecover={draft.recover} onDiscard={draft.decline} />}
        {disputes.isDisputed && (
          <div role="alert" className="dispute-note alert alert-warning alert-soft flex-wrap">
            <p>Alguien más cambió lo mismo mientras editabas. Elige en cada campo marcado cuál queda, y guarda.</p>
            <ToFirstChoice />
          </div>
        )}
        <DisputesContext value={disputes.context}>{children(form.control)}</DisputesContext>
        {unsent && !isSaving && <p role="status">{unsentLabels[unsent]}</p>}
        <DialogActions
          label={isSaving ? button.busy : button.label}
          isBusy={isSaving}
          another={another && { label: another.label, onClick: saveAndOpenAnother }}
          tool={tool}
          onCancel={close}
        />
      </form>
    </Dialog>
  )
}
