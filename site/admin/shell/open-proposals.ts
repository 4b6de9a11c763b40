/** In a file of its own, because the tabs show the count before the tab Speakers is loaded. */
import { onMount } from 'nanostores'
import type { OpenProposal } from '../../../data/speakers/proposals.ts'
import { formatCount } from '../../text/format-count.ts'
import { api, ok } from '../calls/client.ts'
import { createLoaded } from '../calls/loaded.ts'
import { $saves } from '../calls/saves.ts'

export const openProposals = createLoaded<OpenProposal[]>(async () => (await ok(api.speakers.proposals.$get())).json())

onMount(openProposals.$loaded, () => $saves.listen(() => void openProposals.refresh()))

export const proposalsToReview = (count: number): string =>
  count === 1 ? '1 propuesta por revisar' : `${formatCount(count)} propuestas por revisar`
