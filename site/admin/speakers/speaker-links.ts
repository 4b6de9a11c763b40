import { onMount } from 'nanostores'
import type { Item } from '../../../data/content/schema.ts'
import type { SpeakerStatus } from '../../../data/speakers/status.ts'
import { attempt } from '../calls/attempt.ts'
import { api, ok, publishError } from '../calls/client.ts'
import { createLoaded, reload } from '../calls/loaded.ts'
import { notPublished } from '../calls/messages.ts'
import { collections } from '../content/collections.ts'
import { fieldOf } from '../content/kinds.ts'
import { ask } from '../dialogs/ask.ts'
import { openProposals } from '../shell/open-proposals.ts'
import { copyText } from '../ui/copy-text.ts'

export const speakerStatus = createLoaded<SpeakerStatus[]>(async () => (await ok(api.speakers.status.$get())).json())

type Speaker = Item<'speakers'>

onMount(speakerStatus.$loaded, () => {
  void openProposals.refresh()
  const stops = [collections.speakers, collections.events].map(({ $loaded }) => $loaded.listen(() => reload(speakerStatus)))
  return () => {
    for (const stop of stops) stop()
  }
})

export const isLinkUsed = ({ hasLink, askedAt, confirmedAt, changedAt, proposal }: SpeakerStatus): boolean =>
  hasLink || [askedAt, confirmedAt, changedAt, proposal].some((value) => value !== null)

const list = new Intl.ListFormat('es')

export const missingInWords = ({ missing }: SpeakerStatus): string =>
  list.format(new Set(missing.map(({ section, field }) => fieldOf(section, field).label.toLowerCase())))

export async function copySpeakerLink({ id, name }: Speaker): Promise<void> {
  await attempt('No se hizo el enlace', async () => {
    const { url } = await (await ok(api.speakers[':id'].link.$post({ param: { id }, json: {} }))).json()
    const success = { title: 'Enlace copiado', text: `Es personal: envíaselo solo a ${name}.` }
    await copyText(url, success, `Copia esta dirección: ${url}`)
    return undefined
  })
  void speakerStatus.refresh()
}

export async function mailSpeakerLink({ id, name, email }: Speaker): Promise<void> {
  await attempt('No se envió', async () => {
    await ok(api.speakers[':id'].link.$post({ param: { id }, json: { send: true } }))
    return { title: 'Correo en camino', text: `${name} recibe su enlace en ${email}.` }
  })
  void speakerStatus.refresh()
}

export async function askAndEndLinks({ id, name }: Speaker): Promise<void> {
  const isEnding = await ask({
    question: `¿Terminar los enlaces de ${name}?`,
    detail: 'Los que ya tiene dejan de servir. Lo que cambió queda, y puedes hacerle otro cuando quieras.',
    action: 'Terminar enlaces',
    isDestructive: true,
  })
  if (!isEnding) return
  await attempt('No se terminaron', async () => {
    await ok(api.speakers[':id'].link.$delete({ param: { id }, json: {} }))
    return { title: 'Enlaces terminados', text: `${name} ya no puede cambiar nada con ellos.` }
  })
  void speakerStatus.refresh()
}

/** `since` is ISO 8601 in UTC. Throws ApiError. */
export async function takeBack({ id, name }: Speaker, since: string, endLink: boolean) {
  const response = await ok(api.speakers[':id']['take-back'].$post({ param: { id }, json: { since, endLink } }))
  const { takenBack, left: keptChanges } = await response.json()
  for (const changedList of [collections.speakers, collections.events]) reload(changedList)
  void speakerStatus.refresh()
  const unpublished = publishError(response)
  if (unpublished) return notPublished(unpublished)
  const count = takenBack.length
  const title =
    count === 0
      ? 'No había nada que deshacer'
      : `Se ${count === 1 ? 'deshizo 1 cambio' : `deshicieron ${count} cambios`} de ${name}`
  const text = keptNote(keptChanges.length)
  return { kind: count === 0 ? 'neutral' : 'success', title, ...(text && { text }) } as const
}

export const keptNote = (count: number): string =>
  count === 0
    ? ''
    : `Se ${count === 1 ? 'quedó 1 campo que otra persona cambió' : `quedaron ${count} campos que otra persona cambió`} después.`
