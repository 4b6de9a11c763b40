import { expect } from 'vitest'
import { readItems } from '../../data/content/content.ts'
import { addItem } from '../../data/testing.ts'
import { call, createTestApp, signIn, type TestApp } from '../testing.ts'

export const form = (fields: Record<string, string>) => ({
  headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
  body: new URLSearchParams(fields).toString(),
})

export const photo = (bytes: Uint8Array | string, name = 'foto.svg', type = 'image/svg+xml') => ({
  headers: { 'Content-Type': 'multipart/form-data; boundary=limite' },
  body: new Uint8Array(
    Buffer.concat([
      Buffer.from(
        `--limite\r\nContent-Disposition: form-data; name="photo"; filename="${name}"\r\nContent-Type: ${type}\r\n\r\n`,
      ),
      Buffer.from(bytes),
      Buffer.from('\r\n--limite--\r\n'),
    ]),
  ),
})

export const drawing = '<svg xmlns="http://www.w3.org/2000/svg" width="300" height="400"><path d="M0 0h9v9z"/></svg>'

/** Creates a speaker with a link and a talk, and another talk that is not theirs. */
export async function openLink(edits: 'direct' | 'review' = 'direct') {
  const app = await createTestApp()
  const cookie = await signIn(app)
  await call(app, 'PUT /api/speakers/settings', { cookie, json: { edits } })
  const speaker = addItem(app.db, 'speakers', { name: 'Ana Batz' })
  const talk = addItem(app.db, 'events', { title: 'Redes', isPlenary: true, speakerIds: [speaker.id] })
  const other = addItem(app.db, 'events', { title: 'Ajena', isPlenary: true })
  const made = await call(app, `POST /api/speakers/${speaker.id}/link`, { cookie, json: {} })
  expect(made.status).toBe(201)
  const path = new URL((await made.json()).url).pathname as `/ponente/${string}`
  const send = (fields: Record<string, string>, below = '') => call(app, `POST ${path}${below}`, form(fields))
  const post = (to: string, json: object = {}) => call(app, `POST /api/speakers${to}` as never, { cookie, json })
  const proposals = async () => (await call(app, 'GET /api/speakers/proposals', { cookie })).json()
  return { app, cookie, speaker, talk, other, path, send, post, proposals }
}

export const contentNow = (app: TestApp) => ({ speaker: readItems(app.db, 'speakers')[0], talks: readItems(app.db, 'events') })
