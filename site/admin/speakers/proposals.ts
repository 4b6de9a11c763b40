import type { OpenProposal } from '../../../data/speakers/proposals.ts'
import type { ToastAction } from '../../toast/toast.ts'
import { attempt } from '../calls/attempt.ts'
import { ApiError, api, ok, publishError } from '../calls/client.ts'
import { reload } from '../calls/loaded.ts'
import { notPublished } from '../calls/messages.ts'
import { collections } from '../content/collections.ts'
import { openProposals } from '../shell/open-proposals.ts'
import { keptNote, speakerStatus } from './speaker-links.ts'

/** Saves nothing if somebody has changed an accepted field since the proposal was loaded. */
export async function decide({ id, versions }: OpenProposal, accept: readonly string[], name: string): Promise<void> {
  await attempt('No se guardó', async () => {
    try {
      const response = await ok(
        api.speakers.proposals[':id'].$post({ param: { id }, json: { accept: [...accept], versions: { ...versions } } }),
      )
      const action = undoingDecision(id)
      const unpublished = publishError(response)
      if (unpublished) return { ...notPublished(unpublished), action }
      const count = accept.length
      const done = count === 1 ? 'Se publicó 1 cambio' : `Se publicaron ${count} cambios`
      return { title: count === 0 ? 'Propuesta rechazada' : done, text: `${name} lo ve en su página.`, action }
    } catch (error) {
      return refusal(error, name)
    }
  })
  reloadAll()
}

function refusal(error: unknown, name: string) {
  if (!(error instanceof ApiError)) throw error
  const kind = 'error' as const
  if (error.status === 404)
    return { kind, title: 'Esta propuesta ya no está', text: `${name} envió otra, la retiró, o alguien ya la revisó.` }
  if (error.status === 409)
    return { kind, title: 'Algo cambió mientras revisabas', text: 'Ya se muestra cómo está ahora. Revísala otra vez.' }
  // Prefers the message of a field, which is more exact than the message of the whole response.
  const [message] = Object.values(error.body?.fields ?? {})
  if (message === undefined) throw error
  return { kind, title: 'No se guardó', text: message }
}

function undoingDecision(id: string): ToastAction {
  const action: ToastAction = {
    label: 'Deshacer',
    run: async () => {
      await attempt(
        'No se pudo deshacer',
        async () => {
          const response = await ok(api.speakers.proposals[':id'].undo.$post({ param: { id }, json: {} }))
          const unpublished = publishError(response)
          if (unpublished) return notPublished(unpublished)
          const { left: keptChanges } = await response.json()
          const text = ['La propuesta está otra vez por revisar.', keptNote(keptChanges.length)].join(' ').trim()
          return { title: 'Decisión deshecha', text }
        },
        action,
      )
      reloadAll()
    },
  }
  return action
}

function reloadAll(): void {
  for (const list of [openProposals, collections.speakers, collections.events, speakerStatus]) reload(list)
}
