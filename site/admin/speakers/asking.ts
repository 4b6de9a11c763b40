import type { Item } from '../../../data/content/schema.ts'
import { isIncomplete, isRecentlyAsked } from '../../../data/speakers/asking.ts'
import type { SpeakerStatus } from '../../../data/speakers/status.ts'
import { formatCount } from '../../text/format-count.ts'
import { showToast } from '../../toast/toast.ts'
import { attempt } from '../calls/attempt.ts'
import { api, ok } from '../calls/client.ts'
import { collections } from '../content/collections.ts'
import { ask } from '../dialogs/ask.ts'
import { speakerStatus } from './speaker-links.ts'

type Speaker = Item<'speakers'>

const list = new Intl.ListFormat('es')

const maxNames = 6

function namesOf(speakers: readonly Speaker[]): string {
  const names = speakers.slice(0, maxNames).map(({ name }) => name)
  const more = speakers.length - names.length
  return list.format(more > 0 ? [...names, `${formatCount(more)} más`] : names)
}

/** Returns visible speakers who have something left to do, in three lists. `recent` speakers were asked within the last hour. */
function recipientsOf(speakers: readonly Speaker[], statuses: readonly SpeakerStatus[], nowMs: number) {
  const byId = new Map(statuses.map((status) => [status.speaker, status]))
  const incomplete = speakers.filter(({ id, isActive }) => {
    const status = byId.get(id)
    return isActive && status !== undefined && isIncomplete(status)
  })
  const withEmail = incomplete.filter(({ email }) => email !== '')
  const isRecent = ({ id }: Speaker) => isRecentlyAsked(byId.get(id)?.askedAt ?? null, nowMs)
  return {
    due: withEmail.filter((speaker) => !isRecent(speaker)),
    recent: withEmail.filter(isRecent),
    withoutEmail: incomplete.filter(({ email }) => email === ''),
  }
}

function exceptions({ recent, withoutEmail }: ReturnType<typeof recipientsOf>): string[] {
  return [
    withoutEmail.length > 0 && `Sin correo: ${namesOf(withoutEmail)}. Escríbelo en su ficha, o copia su enlace.`,
    recent.length > 0 && `Ya recibieron el suyo hace menos de una hora: ${namesOf(recent)}.`,
  ].filter((text) => text !== false)
}

export async function askForMissing(): Promise<void> {
  await speakerStatus.load()
  const { data: speakers = [] } = collections.speakers.$loaded.get()
  const recipients = recipientsOf(speakers, speakerStatus.$loaded.get().data ?? [], Date.now())
  const { due } = recipients
  const others = exceptions(recipients)
  if (due.length === 0)
    return showToast({
      kind: 'neutral',
      title: 'No hay a quién escribirle ahora',
      text: others.join(' ') || 'Nadie tiene nada pendiente.',
    })
  const people = due.length === 1 ? '1 speaker' : `${formatCount(due.length)} speakers`
  const answer = await ask({
    question: `¿Pedir lo que falta a ${people}?`,
    detail: [`Cada quien recibe un correo con su propio enlace y la lista de lo que le falta: ${namesOf(due)}.`, ...others].join(
      '\n\n',
    ),
    action: `Enviar a ${people}`,
  })
  if (answer) await send(due)
}

async function send(speakers: readonly Speaker[]): Promise<void> {
  await attempt('No se envió', async () => {
    const response = await ok(api.speakers.request.$post({ json: { ids: speakers.map(({ id }) => id) } }))
    const { sent, recent, left: leftCount } = await response.json()
    const notes = [
      recent > 0 &&
        `${formatCount(recent)} ya ${recent === 1 ? 'lo había recibido' : 'lo habían recibido'} hace menos de una hora.`,
      leftCount > 0 && `Faltan ${formatCount(leftCount)}: vuelve a pedirlo.`,
    ]
    const title = sent === 1 ? '1 correo en camino' : `${formatCount(sent)} correos en camino`
    return { title, text: notes.filter((note) => note !== false).join(' ') || 'Cada uno lleva su propio enlace.' }
  })
  void speakerStatus.refresh()
}
