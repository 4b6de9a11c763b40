import { z } from 'zod'
import { nextEditionSchema } from '../../../data/editions/schema.ts'
import type { ToastContent } from '../../toast/toast.ts'
import { attempt } from '../calls/attempt.ts'
import { api, ok, publishError } from '../calls/client.ts'
import { createLoaded, reload } from '../calls/loaded.ts'
import { notPublished } from '../calls/messages.ts'
import { countIn } from '../calls/paging.ts'
import { undoing } from '../calls/undo.ts'
import { collections } from '../content/collections.ts'
import { sections } from '../content/sections.ts'
import { $registrations, loadRegistrations } from '../registrations/registrations.ts'

/** The editions that are over. */
export const editions = createLoaded(async () => (await ok(api.editions.$get())).json())

/** How many mails wait: to who is set apart none is sent any more. */
export const waitingMails = createLoaded(async () => countIn(await ok(api.mails.$get({ query: { limit: '1' } })))('queued'))

/** What the dialog asks: the next edition, what is kept beside its name. */
export const finishSchema = z.strictObject({
  ...nextEditionSchema.shape.keep.shape,
  ...nextEditionSchema.omit({ keep: true }).shape,
})

export type FinishFields = z.infer<typeof finishSchema>

/**
 * Ends this edition and begins the next one; returns what to say of it, with the way back. Throws ApiError with the reason where
 * it cannot be.
 */
export async function finishEdition({ name, eventDate, ...keep }: FinishFields): Promise<ToastContent> {
  const answer = await ok(api.editions.$post({ json: { name, eventDate, keep } }))
  const { year } = await answer.json()
  reloadAll()
  const unpublished = publishError(answer)
  if (unpublished) return notPublished(unpublished)
  return {
    kind: 'success',
    title: `Edición ${year} terminada`,
    text: `Su página queda en /${year}/. Ya se ve la de ${name}.`,
    action: undoing(undoEdition),
    stays: true,
  }
}

/** Takes the end of the last edition back. Throws ApiError with the reason where something was saved since. */
export async function undoEdition(): Promise<void> {
  await ok(api.editions.undo.$post())
  reloadAll()
}

/** Erases those who registered for an edition, and says how that went. */
export async function erasePeople(year: string): Promise<void> {
  await attempt('No se borró', async () => {
    await ok(api.editions[':year'].registrations.$delete({ param: { year } }))
    return { title: 'Datos borrados', text: `Ya no hay registros de la edición ${year}.` }
  })
  await editions.load()
}

/** All content is another one now, and nobody is in the list. */
function reloadAll(): void {
  const registrations = { $loaded: $registrations, load: loadRegistrations }
  for (const loader of [...Object.values(collections), ...Object.values(sections), registrations, editions]) reload(loader)
}
