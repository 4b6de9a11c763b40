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
import { registrationList } from '../registrations/registrations.ts'

export const editions = createLoaded(async () => (await ok(api.editions.$get())).json())

/** Number of queued mails. They are never sent once the edition is finished, because its people are archived. */
export const waitingMails = createLoaded(async () => countIn(await ok(api.mails.$get({ query: { limit: '1' } })))('queued'))

/** The form has flat fields, so the options of `keep` are not nested. */
export const finishSchema = z.strictObject({
  ...nextEditionSchema.shape.keep.shape,
  ...nextEditionSchema.omit({ keep: true }).shape,
})

export type FinishFields = z.infer<typeof finishSchema>

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

export async function undoEdition(): Promise<void> {
  await ok(api.editions.undo.$post())
  reloadAll()
}

export async function erasePeople(year: string): Promise<void> {
  await attempt('No se borró', async () => {
    await ok(api.editions[':year'].registrations.$delete({ param: { year } }))
    return { title: 'Datos borrados', text: `Ya no hay registros de la edición ${year}.` }
  })
  await editions.load()
}

function reloadAll(): void {
  for (const loader of [...Object.values(collections), ...Object.values(sections), registrationList, editions]) reload(loader)
}
