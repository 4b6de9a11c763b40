import type { Content, SectionKey } from '../../../data/content/schema.ts'
import type { ToastContent } from '../../toast/toast.ts'
import { notPublished } from '../calls/messages.ts'
import { undoing } from '../calls/undo.ts'
import { valuesBefore } from '../forms/drafts/drafts.ts'
import { mergedNote } from './merged-note.ts'
import { type SavedSection, type Section, sections } from './sections.ts'

/** Saves some fields of a section without its form. Returns the toast, with an undo. Throws ApiError. */
export async function saveChange<K extends SectionKey>(
  section: K,
  change: Partial<Content[K]>,
  { value, tag }: SavedSection<K>,
  title: string,
): Promise<ToastContent> {
  const state = sections[section] as unknown as Section<K>
  const { saved, publishError, merged } = await state.save(change, tag)
  state.change(() => saved)
  const before = valuesBefore<Content[K]>(change, value)
  const action = undoing(() => state.save(before, saved.tag).then((answer) => state.change(() => answer.saved)))
  const toast = publishError ? notPublished(publishError) : ({ kind: 'success', title } as const)
  return { ...toast, action, note: mergedNote(section, merged) }
}
