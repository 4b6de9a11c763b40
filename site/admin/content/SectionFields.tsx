import { type ReactNode, useEffect, useRef } from 'react'
import type { Control, FieldValues } from 'react-hook-form'
import { type Content, type SectionKey, sectionSchemas } from '../../../data/content/schema.ts'
import { hideToast, showToast, type ToastContent } from '../../toast/toast.ts'
import { notPublished } from '../calls/messages.ts'
import { undoing } from '../calls/undo.ts'
import { DisputesContext } from '../forms/DisputeChoice.tsx'
import { DraftOffer } from '../forms/drafts/DraftOffer.tsx'
import { changedFields } from '../forms/drafts/drafts.ts'
import { initialValues } from '../forms/drafts/use-draft.ts'
import { setAsTyped } from '../forms/rebase.ts'
import { useEditor } from '../forms/use-editor.ts'
import { type Inputs, inputsOf } from './inputs.ts'
import { mergedNote } from './merged-note.ts'
import { SaveBar } from './SaveBar.tsx'
import type { SavedSection, SaveOptions, Section } from './sections.ts'

export type SectionFormProps<K extends SectionKey> = {
  section: K
  title: string
  success: { title: string; text?: string }
  failure: (error: unknown) => { title: string; text: string }
  toForm?: (saved: Content[K]) => Content[K]
  toChange?: (values: Content[K]) => Partial<Content[K]>
  /** Called before each save. A result of null stops the save. */
  askFirst?: (changed: string[], values: Content[K]) => Promise<SaveOptions | null>
  offer?: (changed: string[]) => Promise<Partial<ToastContent>>
  children: (input: Inputs<Content[K]>, control: Control<Content[K]>) => ReactNode
}

type Props<K extends SectionKey> = SectionFormProps<K> & { isReadOnly: boolean; state: Section<K>; saved: SavedSection<K> }

export function SectionFields<K extends SectionKey>(props: Props<K>) {
  const {
    section,
    state,
    saved,
    success,
    toForm = same,
    toChange = same,
    offer = nothing,
    askFirst = nothing,
    isReadOnly,
    children,
  } = props
  // The version that the form was filled from.
  const base = useRef(saved)
  const editor = useEditor<Content[K]>({
    schema: sectionSchemas[section],
    values: toForm(saved.value),
    versions: {
      section,
      draftKey: isReadOnly ? undefined : section,
      tag: () => base.current.tag,
      // A draft changes an older version. With that version's tag, the server merges the draft with later saves by others.
      setTag: (tag) => {
        base.current = { ...base.current, tag }
      },
      readNewest,
    },
    save,
    onInvalid: hideToast,
    failure: (error) => ({ kind: 'error', ...props.failure(error) }),
  })
  const { form, disputes, isDirty, isSaving, attempt } = editor

  async function readNewest() {
    const newest = await state.read()
    const take = () => {
      base.current = newest
    }
    return { values: toForm(newest.value), take }
  }

  async function loadTheirs(): Promise<void> {
    hideToast()
    startFrom(await state.read())
  }

  function startFrom(version: SavedSection<K>) {
    base.current = version
    disputes.settle()
    form.reset(toForm(version.value))
    state.change(() => version)
  }

  async function save(values: Content[K]): Promise<void> {
    hideToast()
    const changed = Object.keys(changedFields(values, initialValues(form))) as (keyof Content[K])[]
    const options = await askFirst(changed.map(String), values)
    if (!options) return
    // A deep copy, because the form edits list rows in place.
    const sent = structuredClone(form.getValues())
    const before = Object.fromEntries(changed.map((name) => [name, base.current.value[name]])) as Partial<Content[K]>
    const { saved, publishError, merged } = await state.save(toChange(values), base.current.tag, options)
    const typedSince = changedFields(form.getValues(), sent)
    startFrom(saved)
    setAsTyped(form, typedSince)
    const undo = () => state.save(before, saved.tag, options).then((answer) => state.change(() => answer.saved))
    const additions: Partial<ToastContent> = publishError ? {} : await offer(changed.map(String))
    const toast = publishError ? notPublished(publishError) : ({ kind: 'success', ...success } as const)
    const note = [mergedNote(section, merged), additions.note].filter(Boolean).join(' ') || undefined
    showToast({ ...toast, ...additions, action: changed.length > 0 ? undoing(undo) : undefined, note })
  }

  // The save of another section may have changed this section. Then an untouched form shows the new values.
  useEffect(() => {
    if (saved.tag === base.current.tag || isDirty || isSaving) return
    base.current = saved
    form.reset(toForm(saved.value))
  }, [saved, isDirty, isSaving, form, toForm])

  const fields = children(inputsOf(section, form.control), form.control)

  return isReadOnly ? (
    <fieldset disabled className="contents">
      {fields}
    </fieldset>
  ) : (
    <Editor editor={editor} onLoadTheirs={() => attempt(loadTheirs)}>
      {fields}
    </Editor>
  )
}

type EditorProps<T extends FieldValues> = {
  editor: ReturnType<typeof useEditor<T>>
  onLoadTheirs: () => void
  children: ReactNode
}

function Editor<T extends FieldValues>({ editor, onLoadTheirs, children }: EditorProps<T>) {
  const { draft, disputes, isDirty, isSaving, unsent, submit } = editor
  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-5">
      {draft.offer && <DraftOffer at={draft.offer.at} onRecover={draft.recover} onDiscard={draft.decline} />}
      <DisputesContext value={disputes.context}>{children}</DisputesContext>
      <SaveBar {...{ isDirty, isSaving, disputes, unsent, onLoadTheirs }} />
    </form>
  )
}

const same = <T,>(value: T) => value
const nothing = async () => ({})
