import { onMount } from 'nanostores'
import type { Proposal } from '../../../data/speakers/proposals.ts'
import { showToast } from '../../toast/toast.ts'
import { attempt } from '../calls/attempt.ts'
import { ApiError, api, ok, publishError } from '../calls/client.ts'
import { createLoaded, reload } from '../calls/loaded.ts'
import { notPublished } from '../calls/messages.ts'
import { collections } from '../content/collections.ts'
import { isSame } from '../forms/drafts.ts'
import { speakerStatus } from './speaker-links.ts'

export type OpenProposal = Omit<Proposal, 'accepted'>

export const proposals = createLoaded<OpenProposal[]>(async () => (await ok(api.speakers.proposals.$get())).json())

onMount(proposals.$loaded, () => speakerStatus.$loaded.listen(() => reload(proposals)))

/** Sends nothing if the proposal or the content it changes is no longer as shownProposal. */
export async function decide(shownProposal: OpenProposal, accept: readonly string[], name: string): Promise<void> {
  await proposals.load()
  const newest = proposals.$loaded.get().data?.find(({ id }) => id === shownProposal.id)
  if (!newest || !isSame(newest.changes, shownProposal.changes)) {
    const title = newest ? 'Algo cambió mientras revisabas' : 'Esta propuesta ya no está'
    const text = newest
      ? 'Ya se muestra cómo está ahora. Revísala otra vez.'
      : `${name} envió otra, la retiró, o alguien ya la revisó.`
    return showToast({ kind: 'error', title, text })
  }
  await attempt('No se guardó', async () => {
    try {
      const response = await ok(
        api.speakers.proposals[':id'].$post({ param: { id: shownProposal.id }, json: { accept: [...accept] } }),
      )
      const unpublished = publishError(response)
      if (unpublished) return notPublished(unpublished)
      const count = accept.length
      if (count === 0) return { title: 'Propuesta rechazada', text: `${name} lo ve en su página.` }
      return {
        title: count === 1 ? 'Se publicó 1 cambio' : `Se publicaron ${count} cambios`,
        text: `${name} lo ve en su página.`,
      }
    } catch (error) {
      // The message of a field says more than that of the whole body.
      const [message] = error instanceof ApiError ? Object.values(error.body?.fields ?? {}) : []
      if (message === undefined) throw error
      return { kind: 'error' as const, title: 'No se guardó', text: message }
    }
  })
  for (const list of [proposals, collections.speakers, collections.events, speakerStatus]) reload(list)
}
