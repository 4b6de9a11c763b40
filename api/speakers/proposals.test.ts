import { expect, test } from 'vitest'
import { call, dataIn } from '../testing.ts'
import { contentNow, drawing, openLink, photo } from './testing.ts'

test('speakers’ changes wait for an organiser if the site requires review', async () => {
  const { app, speaker, talk, send, post, proposals } = await openLink('review')
  await send({ [`speakers.${speaker.id}.bio`]: 'Primera' })
  await send({
    [`speakers.${speaker.id}.bio`]: 'Segunda',
    [`speakers.${speaker.id}.title`]: 'Jefa',
    [`events.${talk.id}.title`]: 'Redes 2',
  })
  expect(contentNow(app).speaker).toMatchObject({ bio: '' })
  const [proposal, ...others] = await proposals()
  expect([proposal.speaker, proposal.changes.length, others]).toEqual([speaker.id, 3, []])
  expect(proposal.changes).toContainEqual({ section: 'speakers', id: speaker.id, field: 'bio', before: '', after: 'Segunda' })
  expect((await post(`/proposals/${proposal.id}`, { accept: ['slug'] })).status).toBe(422)
  const decided = await post(`/proposals/${proposal.id}`, { accept: ['bio', `events.${talk.id}.title`] })
  const { at, revisions } = await decided.json()
  expect([decided.status, revisions.length]).toEqual([200, 2])
  expect(contentNow(app).speaker).toMatchObject({ bio: 'Segunda', title: speaker.title })
  expect(contentNow(app).talks[0]?.title).toBe('Redes 2')
  expect([await proposals(), (await post(`/proposals/${proposal.id}`, { accept: [] })).status]).toEqual([[], 404])
  await post(`/${speaker.id}/take-back`, { since: at })
  expect([contentNow(app).speaker?.bio, contentNow(app).talks[0]?.title]).toEqual(['', 'Redes'])
})

test('saving texts does not withdraw a speaker’s proposed photo', async () => {
  const { app, speaker, path, send, proposals } = await openLink('review')
  const fieldsProposed = async () => {
    const [proposal] = await proposals()
    return proposal.changes.map(({ field }: { field: string }) => field).toSorted()
  }
  expect((await call(app, `POST ${path}/foto`, photo(drawing))).status).toBe(303)
  await send({ [`speakers.${speaker.id}.bio`]: 'Construye redes' })
  expect(await fieldsProposed()).toEqual(['bio', 'image'])
  expect((await call(app, `POST ${path}/foto`, photo(drawing))).status).toBe(303)
  expect(await fieldsProposed()).toEqual(['bio', 'image'])
  await send({ [`speakers.${speaker.id}.bio`]: '' })
  expect(await fieldsProposed()).toEqual(['image'])
})

test('a speaker who saves a field directly withdraws their open proposal for it', async () => {
  const { app, cookie, speaker, send, proposals } = await openLink('review')
  await send({ [`speakers.${speaker.id}.bio`]: 'Propuesta' })
  await call(app, 'PUT /api/speakers/settings', { cookie, json: { edits: 'direct' } })
  await send({ [`speakers.${speaker.id}.bio`]: 'Publicada' })
  expect(contentNow(app).speaker).toMatchObject({ bio: 'Publicada' })
  expect(await proposals()).toEqual([])
})

test('closes a speaker’s proposal once organisers publish an equal text', async () => {
  const { app, cookie, speaker, send } = await openLink('review')
  const openId = async () => (await (await call(app, 'GET /api/speakers/status', { cookie })).json())[0].proposal
  await send({ [`speakers.${speaker.id}.bio`]: 'Propuesta' })
  expect(await openId()).toEqual(expect.any(String))
  await call(app, `PUT /api/speakers/${speaker.id}`, { cookie, json: { bio: 'Propuesta' } })
  expect(await openId()).toBe(null)
})

test('refuses to accept a speaker’s proposal for a field that organisers changed afterwards', async () => {
  const { app, cookie, speaker, talk, send, post, proposals } = await openLink('review')
  await send({ [`speakers.${speaker.id}.bio`]: 'Propuesta', [`events.${talk.id}.title`]: 'Redes 2' })
  await call(app, `PUT /api/speakers/${speaker.id}`, { cookie, json: { bio: 'Del equipo', company: 'Labs' } })
  const name = `speakers.${speaker.id}.bio`
  const [open] = await proposals()
  expect([open.overtaken, open.changes[0].before]).toEqual([[name], 'Del equipo'])
  const refused = await post(`/proposals/${open.id}`, { accept: ['bio', 'title'] })
  const error = 'Alguien cambió lo mismo después de esta propuesta. Compara otra vez y decide de nuevo.'
  const conflicts = { [name]: { base: '', theirs: 'Del equipo', yours: 'Propuesta' } }
  expect([refused.status, await refused.json()]).toEqual([409, { error, conflicts }])
  expect([contentNow(app).speaker?.bio, contentNow(app).talks[0]?.title]).toEqual(['Del equipo', 'Redes'])
  expect(await proposals()).toEqual([open])
  expect((await post(`/proposals/${open.id}`, { accept: ['title'] })).status).toBe(200)
  expect(contentNow(app).speaker).toMatchObject({ bio: 'Del equipo', company: 'Labs' })
})

test('accepting a proposal replaces a later edit only if the organiser has seen the edit', async () => {
  const { app, cookie, speaker, send, post, proposals } = await openLink('review')
  const edit = (fields: object) => call(app, `PUT /api/speakers/${speaker.id}`, { cookie, json: fields })
  await send({ [`speakers.${speaker.id}.bio`]: 'Propuesta' })
  await edit({ bio: 'Del equipo' })
  const [seen] = await proposals()
  await edit({ bio: 'Del equipo, otra vez' })
  const decide = (versions: object) => post(`/proposals/${seen.id}`, { accept: ['bio'], versions })
  expect((await decide(seen.versions)).status).toBe(409)
  expect((await decide({ [`speakers.${speaker.id}`]: 'unknown' })).status).toBe(409)
  const [newest] = await proposals()
  await edit({ title: 'Directora' })
  expect((await decide(newest.versions)).status).toBe(200)
  expect(contentNow(app).speaker).toMatchObject({ bio: 'Propuesta', title: 'Directora' })
})

test("a speaker's second proposal still shows that organisers have edited the field", async () => {
  const { app, cookie, speaker, path, send, post, proposals } = await openLink('review')
  await call(app, `POST ${path}/foto`, photo(drawing))
  await send({ [`speakers.${speaker.id}.bio`]: 'Primera' })
  await call(app, `PUT /api/speakers/${speaker.id}`, { cookie, json: { bio: 'Del equipo', image: '' } })
  await send({ [`speakers.${speaker.id}.bio`]: 'Segunda' })
  const [{ id, overtaken }] = await proposals()
  expect(overtaken).toEqual([`speakers.${speaker.id}.bio`])
  expect((await post(`/proposals/${id}`, { accept: ['bio'] })).status).toBe(409)
  expect((await post(`/proposals/${id}`, { accept: ['image'] })).status).toBe(200)
  expect(contentNow(app).speaker).toMatchObject({ bio: 'Del equipo', image: expect.stringMatching(/svg$/) })
})

test('undoing the acceptance of a proposal keeps what organisers edited afterwards', async () => {
  const { app, cookie, speaker, talk, send, post, proposals } = await openLink('review')
  const sent = {
    [`speakers.${speaker.id}.bio`]: 'Bio',
    [`speakers.${speaker.id}.company`]: 'Nube',
    [`events.${talk.id}.title`]: 'Redes 2',
  }
  await send(sent)
  const [open] = await proposals()
  const undo = () => post(`/proposals/${open.id}/undo`)
  expect((await undo()).status).toBe(404)
  await post(`/proposals/${open.id}`, { accept: ['bio', 'company', 'title'] })
  await call(app, `PUT /api/speakers/${speaker.id}`, { cookie, json: { company: 'Quetzal', title: 'Directora' } })
  await send({}, '/confirmar')
  const undone = await undo()
  const { takenBack, left } = await undone.json()
  expect([undone.status, takenBack.length, left]).toEqual([200, 2, [expect.objectContaining({ field: 'company' })]])
  expect(contentNow(app).speaker).toMatchObject({ bio: '', company: 'Quetzal', title: 'Directora' })
  expect(contentNow(app).talks[0]?.title).toBe('Redes')
  const [again] = await proposals()
  expect([again.id, again.changes.length, again.overtaken]).toEqual([open.id, 3, [`speakers.${speaker.id}.company`]])
  const [status] = await (await call(app, 'GET /api/speakers/status', { cookie })).json()
  expect(status.confirmedAt).not.toBeNull()
  expect((await undo()).status).toBe(404)
})

test('refuses to undo the acceptance of a proposal once the speaker has sent another', async () => {
  const { app, speaker, send, post, proposals } = await openLink('review')
  await send({ [`speakers.${speaker.id}.bio`]: 'Primera' })
  const [{ id }] = await proposals()
  await post(`/proposals/${id}`, { accept: ['bio'] })
  await send({ [`speakers.${speaker.id}.bio`]: 'Segunda' })
  const undone = await post(`/proposals/${id}/undo`)
  expect([undone.status, (await undone.json()).error]).toEqual([
    404,
    'Esta decisión ya no se puede deshacer aquí. Búscala en el historial.',
  ])
  expect(contentNow(app).speaker?.bio).toBe('Primera')
})

test('a field that a speaker proposed counts as missing only after the proposal is declined', async () => {
  const { app, cookie, speaker, talk, path, send, post, proposals } = await openLink('review')
  const missing = async () => {
    const [{ missing }] = await (await call(app, 'GET /api/speakers/status', { cookie })).json()
    const { speakerPage } = await dataIn(await call(app, `GET ${path}`))
    return [missing.map(({ field }: { field: string }) => field), speakerPage?.missing, speakerPage?.proposal?.isOpen]
  }
  expect(await missing()).toEqual([
    ['image', 'bio', 'description'],
    ['tu foto', 'tu biografía', 'la descripción de «Redes»'],
    undefined,
  ])
  await call(app, `POST ${path}/foto`, photo(drawing))
  await send({ [`speakers.${speaker.id}.bio`]: 'Bio', [`events.${talk.id}.description`]: 'Resumen' })
  expect(await missing()).toEqual([[], [], true])
  const [{ id }] = await proposals()
  await post(`/proposals/${id}`, { accept: ['image'] })
  expect(await missing()).toEqual([['bio', 'description'], ['tu biografía', 'la descripción de «Redes»'], false])
})

test('the history lists an accepted proposal, and can restore the values before it', async () => {
  const { app, cookie, speaker, send, post, proposals } = await openLink('review')
  await send({ [`speakers.${speaker.id}.bio`]: 'Propuesta', [`speakers.${speaker.id}.company`]: 'Nube' })
  const [{ id }] = await proposals()
  await post(`/proposals/${id}`, { accept: ['bio'] })
  const [save] = await (await call(app, 'GET /api/history', { cookie })).json()
  expect([save.by.isSpeaker, save.changes.map(({ field }: { field: string }) => field)]).toEqual([undefined, ['bio']])
  const restored = await call(app, `POST /api/history/${save.previous}/restore`, { cookie, json: { id: speaker.id } })
  expect([restored.status, contentNow(app).speaker?.bio]).toEqual([200, ''])
})
