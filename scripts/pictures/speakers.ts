import type { AgendaEvent, Item } from '../../data/content/schema.ts'
import type { OpenProposal } from '../../data/speakers/proposals.ts'
import type { Client } from '../../demo/client.ts'
import type { Camera } from './camera.ts'

/** Needs a talk with a speaker who has a biography. Declines the proposal at the end, so that no later picture shows the proposal. */
export async function takeSpeakerPictures({ open, take }: Camera, panel: Client): Promise<void> {
  const speakers: Item<'speakers'>[] = await (await panel('GET /api/speakers')).json()
  const events: AgendaEvent[] = await (await panel('GET /api/agenda/events')).json()
  const [speaker] = speakers.filter(({ bio }) => bio !== '')
  const talk = events.find(({ speakerIds }) => speaker && speakerIds.includes(speaker.id))
  if (!speaker || !talk) throw new Error('the demo has no speaker with a talk')
  await panel('PUT /api/speakers/settings', { edits: 'review' })
  const { url } = await (await panel(`POST /api/speakers/${speaker.id}/link`, {})).json()
  const body = new URLSearchParams({
    [`speakers.${speaker.id}.bio`]: speaker.bio.replace('diez años', 'doce años'),
    [`speakers.${speaker.id}.company`]: `${speaker.company} y Universidad del Valle`,
    [`events.${talk.id}.title`]: `${talk.title}, en vivo`,
  })
  const { status } = await fetch(url, { method: 'POST', body, redirect: 'manual' })
  if (status !== 303) throw new Error(`the proposal was answered with ${status}`)
  // The team changes a field that the speaker's proposal also changes.
  await panel(`PUT /api/speakers/${speaker.id}`, { company: `${speaker.company} (Guatemala)` })

  const page = await open('Speakers', { viewport: { width: 900, height: 780 } })
  await page.getByRole('button', { name: '1 propuesta por revisar' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('doce').first().waitFor()
  await take('propuestas', dialog)

  const proposals: OpenProposal[] = await (await panel('GET /api/speakers/proposals')).json()
  for (const { id } of proposals) await panel(`POST /api/speakers/proposals/${id}`, { accept: [] })
  await panel(`PUT /api/speakers/${speaker.id}`, { company: speaker.company })
}
