/** Makes valid and invalid requests for each API call, and the items that the request needs. */
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { contentPaths } from '../../api/content/paths.ts'
import { createEmailChange, createLink } from '../../data/accounts/links.ts'
import { certificateFor } from '../../data/certificates/certificates.ts'
import { type CollectionKey, itemSchemas } from '../../data/content/schema.ts'
import { mailQueue } from '../../data/mail/outbox.ts'
import type { Product } from '../support/product.ts'
import { openSession } from '../support/session.ts'
import { type Content, send } from './client.ts'
import { newItem } from './new-item.ts'

type Input = Content & { line: string }
type Session = Record<string, string>
type Fields = Record<string, unknown>

const newShare = () => ({ label: 'USAC', places: 1, until: '2099-01-01T00:00:00Z' })

/** Fields of a new item of each kind. Addresses are different each time. */
const items: Record<string, () => Fields> = {
  ...Object.fromEntries(
    (Object.keys(itemSchemas) as CollectionKey[]).map((key) => [`/api${contentPaths[key]}`, () => newItem(key)]),
  ),
  '/api/registrations': () => ({ name: 'José', email: `${randomUUID()}@ejemplo.gt` }),
  '/api/place-links': newShare,
  '/api/users': () => ({ name: 'Luis', email: `${randomUUID()}@ejemplo.gt`, password: 'secreto' }),
}

const wrongItems: Record<string, Fields> = {
  '/api/speakers': { image: 'javascript:alert(1)' },
  '/api/agenda/scenarios': { displayOrder: 0.5 },
  '/api/agenda/events': { startTime: '25:00' },
  '/api/partners': { category: 'otro' },
  '/api/registrations': { isConfirmed: 'sí' },
  '/api/place-links': { places: 0.5 },
  '/api/users': { role: 'root' },
}

export type Bodies = { right: Fields; wrong: Fields }

const drawing = '<svg xmlns="http://www.w3.org/2000/svg"/>'

/**
 * Returns a valid or invalid request for the call. Items that the request needs are created with the session of `maker`. `body`
 * replaces the default body.
 */
export async function inputs(
  product: Product,
  maker: Session,
  call: string,
  kind: 'right' | 'wrong',
  body: Bodies | undefined,
): Promise<Input> {
  const isRight = kind === 'right'
  const [method = '', path = ''] = call.split(' ')
  const collection = path.replace('/:id', '')
  const fields = {
    ...(await itemOf(product, maker, collection)),
    ...(isRight ? {} : (wrongItems[collection] ?? { displayOrder: 0.5 })),
  }

  if (call === 'PUT /upload/:name') return { line: `PUT ${await uploadUrl(product, maker)}`, body: isRight ? drawing : 'text' }
  if (call === 'GET /public-objects/:name') {
    if (!isRight) return { line: 'GET /public-objects/1-2.svg' }
    const url = await uploadUrl(product, maker)
    await send(product, `PUT ${url}`, { headers: maker, body: drawing })
    return { line: `GET ${url.replace(/^\/upload(.*)\?.*$/, '/public-objects$1')}` }
  }
  if (path === '/charlas/:name' || path === '/speakers/:name') {
    const list = path === '/charlas/:name' ? '/api/agenda/events' : '/api/speakers'
    const { body: made } = await send(product, `POST ${list}`, { headers: maker, json: await itemOf(product, maker, list) })
    return { line: call.replace(':name', isRight ? `${JSON.parse(made).slug}.png` : 'unknown.png') }
  }
  if (path === '/api/place-links/:id/renew')
    return { line: call.replace(':id', isRight ? await idOf(product, maker, '/api/place-links') : 'unknown') }
  if (path === '/api/registrations/:id/data') {
    return { line: `${method} /api/registrations/${isRight ? await idOf(product, maker, '/api/registrations') : 'unknown'}/data` }
  }
  if (path === '/api/registrations/confirm') {
    const ids = isRight ? [await idOf(product, maker, '/api/registrations')] : []
    return { line: call, json: { ids, isConfirmed: true } }
  }
  if (call === 'PUT /api/agenda/events') {
    const id = await idOf(product, maker, '/api/agenda/events')
    return { line: call, json: { events: isRight ? [{ id, startTime: '09:05', endTime: '' }] : [] } }
  }
  if (path === '/api/registrations/by-hand')
    return { line: call, json: { name: 'José', email: isRight ? `${randomUUID()}@ejemplo.gt` : '' } }
  if (path === '/api/registrations/merge') {
    const keep = await idOf(product, maker, '/api/registrations')
    const other = isRight ? await idOf(product, maker, '/api/registrations') : keep
    return { line: call, json: { keep, other, take: ['name'] } }
  }
  if (call === 'PUT /api/registrations/similar') {
    const a = await idOf(product, maker, '/api/registrations')
    return { line: call, json: { a, b: isRight ? await idOf(product, maker, '/api/registrations') : a, isDifferent: true } }
  }
  if (path === '/api/trash/:id/restore')
    return { line: `POST /api/trash/${isRight ? await trashed(product, maker) : 'unknown'}/restore` }
  if (path.startsWith('/api/history/')) return ofHistory(method, path, isRight)
  if (path.includes('/:code')) return { line: call.replace(':code', isRight ? await certificateCode(product, maker) : 'unknown') }
  if (path.startsWith('/ponente/')) return speakerInput(product, maker, call, isRight)
  if (path.startsWith('/api/speakers/proposals/:id')) return { line: call.replace(':id', 'unknown'), json: body?.[kind] }
  if (path.startsWith('/api/speakers/:id/')) return linkInput(product, maker, call, isRight)
  if (path.startsWith('/registro/aviso/')) return { line: call.replace(':token', isRight ? openingAlert(product) : 'unknown') }
  if (path.startsWith('/registro/')) return ownInput(product, maker, call, isRight)
  if (call === 'POST /api/mails/preview')
    return { line: call, ...form({ kind: isRight ? 'confirmation' : 'otro', subject: 'Hola', body: 'Hola' }) }
  if (call === 'POST /api/mails/:id/resend')
    return { line: `POST /api/mails/${isRight ? queuedMail(product) : 'unknown'}/resend` }
  if (path === '/api/auth/reset')
    return { line: call, json: { token: isRight ? accountLink(product) : 'x', password: 'tres tazas' } }
  if (path === '/api/auth/email/confirm') return { line: call, json: { token: isRight ? emailLink(product) : 'x' } }
  if (path === '/api/auth/email') {
    const { body: me } = await send(product, 'GET /api/auth/me', { headers: maker })
    // Uses the user's own e-mail, because later requests find people by their e-mails.
    return { line: call, json: { email: isRight ? JSON.parse(me).user.email : 'nadie' } }
  }
  if (path === '/api/users/:id/sessions')
    return { line: `DELETE /api/users/${isRight ? await idOf(product, maker, '/api/users') : 'unknown'}/sessions` }
  if (path === '/api/users/:id/link')
    return { line: `POST /api/users/${isRight ? await idOf(product, maker, '/api/users') : 'unknown'}/link`, json: {} }
  if (path === '/api/auth/sessions/:id') {
    const { body: list } = await send(product, 'GET /api/auth/sessions', { headers: maker })
    const own = JSON.parse(list).find(({ isCurrent }: { isCurrent: boolean }) => isCurrent)
    return { line: `DELETE /api/auth/sessions/${isRight ? own.id : 'unknown'}` }
  }
  if (path.startsWith('/api/door/')) await openDoor(product)
  if (call === 'PUT /api/door/rooms') return { line: call, json: { event: await sessionId(product), isFull: isRight || 'sí' } }
  if (path === '/api/door/devices/:id') {
    const id = isRight ? randomUUID() : 'unknown'
    if (isRight) await send(product, `GET /api/door/list?device=${id}`, { headers: maker })
    return { line: `DELETE /api/door/devices/${id}` }
  }
  if (path.endsWith('/:id/sent')) return { line: call.replace(':id', isRight ? await sender(product, maker, call) : 'unknown') }
  if (call === 'GET /api/door/list') return { line: isRight ? call : `${call}?unsent=-1` }
  // Nobody has a second factor or passkey here. Valid requests are in tests of their own.
  if (path === '/api/users/:id/second-factor') return { line: 'DELETE /api/users/unknown/second-factor' }
  if (path === '/api/auth/passkeys/:id') return { line: call.replace(':id', 'unknown'), json: body?.[kind] }
  if (call === 'DELETE /api/auth/totp' || call === 'DELETE /api/auth/sessions') return { line: call }
  if (path.endsWith('/link')) {
    const made = isRight ? await idOf(product, maker, '/api/registrations') : 'unknown'
    return { line: `GET /api/registrations/${made}/link` }
  }
  if (call === 'POST /api/editions' && isRight) await drawCards(product)
  if (path === '/api/registrations/:id/seat')
    return { line: `POST /api/registrations/${await idOf(product, maker, '/api/registrations')}/seat`, json: body?.[kind] }
  if (path === '/api/registrations/:id/sessions') {
    const made = isRight || method === 'PUT' ? await idOf(product, maker, '/api/registrations') : 'unknown'
    const line = `${method} /api/registrations/${made}/sessions`
    return method === 'GET' ? { line } : { line, json: body?.[kind] }
  }
  if (path.startsWith('/api/agenda/events/:id/people'))
    return { line: call.replace(':id', isRight ? await idOf(product, maker, '/api/agenda/events') : 'unknown') }
  // No people were imported under this id. A valid request is in a test of its own.
  if (path === '/api/registrations/import/:id') return { line: 'DELETE /api/registrations/import/unknown' }
  // No edition has ended in this year.
  if (path.startsWith('/api/editions/')) return { line: call }
  if (method === 'GET') return { line: isRight ? call : `${call}?limit=-1` }
  if (!path.endsWith('/:id')) return { line: call, json: body ? body[kind] : fields }

  const made = isRight || method === 'PUT' ? await idOf(product, maker, collection) : 'unknown'
  const line = `${method} ${collection}/${made}`
  return method === 'DELETE' ? { line } : { line, json: body ? body[kind] : fields }
}

/** Draws the card of each talk and speaker, because an edition can end only when all cards exist. */
export async function drawCards(product: Product): Promise<void> {
  const { body: addresses } = await send(product, 'GET /sitemap.xml')
  for (const [, path] of addresses.matchAll(/<loc>[^<]*?(\/(?:charlas|speakers)\/[^<]+)</g))
    await send(product, `GET ${path}.png`)
}

/** Returns the id of a registration in the trash. */
async function trashed(product: Product, maker: Session): Promise<string> {
  const id = await idOf(product, maker, '/api/registrations')
  await send(product, `DELETE /api/registrations/${id}`, { headers: maker })
  return id
}

/** Valid: the present time or a default revision. Invalid: not a time, or an unknown revision. */
function ofHistory(method: string, path: string, isRight: boolean): Input {
  const time = isRight ? new Date().toISOString() : 'ayer'
  if (path.endsWith('/at'))
    return method === 'GET' ? { line: `GET ${path}?time=${time}` } : { line: `POST ${path}`, json: { time } }
  const line = `${method} ${path.replace(':revision', isRight ? '0' : 'unknown')}?section=segments`
  return method === 'GET' ? { line } : { line, json: {} }
}

/** Makes a form as a browser sends it from a page without referrer. */
function form(fields: Record<string, string>): Content {
  const headers = { 'Content-Type': 'application/x-www-form-urlencoded' }
  return { headers, body: new URLSearchParams(fields).toString() }
}

/** A call of a registration's page. Invalid: an unknown link or an empty name. */
async function ownInput(product: Product, maker: Session, call: string, isRight: boolean): Promise<Input> {
  const id = await idOf(product, maker, '/api/registrations')
  if (call.includes('/cupo/')) {
    const token = isRight ? await shareToken(product, maker) : 'unknown'
    const line = call.replace(':token', token)
    return line.startsWith('GET') ? { line } : { line, ...form({ name: 'Eva', email: `${randomUUID()}@ejemplo.gt` }) }
  }
  if (call.includes('/pase/')) return { line: call.replace(':token', isRight ? offerTo(product, id) : 'unknown') }
  const { body } = await send(product, `GET /api/registrations/${id}/link`, { headers: maker })
  const isCorrection = call === 'POST /registro/:token'
  const token = isRight || isCorrection ? new URL(JSON.parse(body).url).pathname.split('/')[2] : 'AAAAAAAAAAAAAAAAAAAAAA'
  const line = call.replace(':token', token ?? '')
  if (line.startsWith('GET')) return { line }
  if (call.endsWith('/pasar')) return { line, ...form({ name: 'Eva', email: 'eva@ejemplo.gt' }) }
  return { line, ...form(isCorrection ? { name: isRight ? 'José' : '' } : {}) }
}

/** Returns the token of a new link that keeps a place. */
async function shareToken(product: Product, maker: Session): Promise<string> {
  const { body } = await send(product, 'POST /api/place-links', { headers: maker, json: newShare() })
  return new URL(JSON.parse(body).url).pathname.split('/')[3] ?? ''
}

/** Returns the token of an expired offer. */
function offerTo(product: Product, registration: string): string {
  const token = `offer-of-${registration}`
  const db = new Database(join(product.dataDir, 'conference.db'))
  db.prepare(
    `INSERT INTO transfers (token, registration, name, email, emailKey, createdAt, until)
     VALUES (?, ?, 'Eva', 'eva@ejemplo.gt', 'eva@ejemplo.gt', '2025-01-01', '2025-01-02')`,
  ).run(token, registration)
  db.close()
  return token
}

/** The token of a confirmed address. */
function openingAlert(product: Product): string {
  const token = randomUUID()
  const db = new Database(join(product.dataDir, 'conference.db'))
  db.prepare(
    `INSERT INTO openingAlerts (id, token, email, mailbox, createdAt, confirmedAt)
     VALUES (@token, @token, @token, @token, '2025-01-01', '2025-01-01')`,
  ).run({ token })
  db.close()
  return token
}

/** Calls for a new speaker's link and history. */
async function linkInput(product: Product, maker: Session, call: string, isRight: boolean): Promise<Input> {
  const id = await idOf(product, maker, '/api/speakers')
  const line = call.replace(':id', id)
  if (call.endsWith('/take-back')) return { line, json: { since: isRight ? '2026-01-01T00:00:00Z' : 'ayer' } }
  if (call.startsWith('POST')) return { line, json: isRight ? {} : { send: 'sí' } }
  if (isRight) await send(product, `POST /api/speakers/${id}/link`, { headers: maker, json: {} })
  return { line }
}

/** A call of a speaker's page. Invalid: an unknown token, another person's field, or no file. */
async function speakerInput(product: Product, maker: Session, call: string, isRight: boolean): Promise<Input> {
  const id = await idOf(product, maker, '/api/speakers')
  const { body } = await send(product, `POST /api/speakers/${id}/link`, { headers: maker, json: {} })
  const isForm = call === 'POST /ponente/:token' || call.endsWith('/foto')
  const token = isRight || isForm ? new URL(JSON.parse(body).url).pathname.split('/')[2] : 'A'.repeat(43)
  const line = call.replace(':token', token ?? '')
  if (line.startsWith('GET')) return { line }
  if (!call.endsWith('/foto'))
    return { line, ...form(call === 'POST /ponente/:token' ? { [`speakers.${id}.${isRight ? 'bio' : 'slug'}`]: 'x' } : {}) }
  const head = '--x\r\nContent-Disposition: form-data; name="photo"; filename="foto.svg"\r\nContent-Type: image/svg+xml\r\n\r\n'
  const headers = { 'Content-Type': 'multipart/form-data; boundary=x' }
  return { line, headers, body: isRight ? `${head}${drawing}\r\n--x--\r\n` : 'text' }
}

/** Returns the code of a constancia that an attendee requested after the event. */
async function certificateCode(product: Product, maker: Session): Promise<string> {
  const registration = await idOf(product, maker, '/api/registrations')
  const db = new Database(join(product.dataDir, 'conference.db'))
  try {
    const owner = { role: 'attendee', registration, speaker: null, name: 'José' } as const
    return certificateFor(db, owner, new Date().toISOString()).code
  } finally {
    db.close()
  }
}

/** Makes a link as in a mail, for the user in the access matrix. */
const accountLink = (product: Product) => linkOf(product, (db, user) => createLink(db, 'reset', user, new Date().toISOString()))
const emailLink = (product: Product) =>
  linkOf(product, (db, user) => createEmailChange(db, user, 'user@conferencia.gt', new Date().toISOString()))

function linkOf({ dataDir }: Product, create: (db: Database.Database, userId: string) => string): string {
  const db = new Database(join(dataDir, 'conference.db'))
  try {
    return create(db, db.prepare("SELECT id FROM users WHERE email = 'user@conferencia.gt'").pluck().get() as string)
  } finally {
    db.close()
  }
}

/** Stores a waiting mail, because without a mail server there is no mail to call with. */
function queuedMail({ dataDir }: Product): string {
  const db = new Database(join(dataDir, 'conference.db'))
  try {
    const person = db.prepare('SELECT id, email, name FROM registrations').get() as { id: string; email: string; name: string }
    return mailQueue(db, 'ejemplo.gt')('already', person, new Date().toISOString())
  } finally {
    db.close()
  }
}

async function itemOf(product: Product, maker: Session, collection: string): Promise<Fields> {
  const item = items[collection]?.() ?? {}
  return collection === '/api/agenda/events' ? { ...item, scenarioId: await roomOf(product, maker) } : item
}

/** Returns the room of all events, because a list can have only a limited number of rooms. */
async function roomOf(product: Product, maker: Session): Promise<string> {
  const events = JSON.parse((await send(product, 'GET /api/agenda/events', { headers: maker })).body)
  return events[0]?.scenarioId || idOf(product, maker, '/api/agenda/scenarios')
}

async function uploadUrl(product: Product, maker: Session): Promise<string> {
  const { body } = await send(product, 'POST /api/upload/url', { headers: maker, json: { fileName: 'logo.svg' } })
  return JSON.parse(body).uploadURL
}

/** Creates an item and returns its id. The first administrator creates users, because other callers may not. */
async function idOf(product: Product, maker: Session, collection: string): Promise<string> {
  const json = await itemOf(product, maker, collection)
  const { body } = await send(product, `POST ${collection}`, { headers: maker, json })
  const made = JSON.parse(body)
  if (made.id) return made.id
  // A registration returns no id, so that nobody learns who has registered.
  const list = await send(product, `GET ${collection}`, { headers: maker })
  return JSON.parse(list.body)[0].id
}

/** One session for each product, because a user's oldest sessions end. */
const organisers = new WeakMap<Product, Promise<Session>>()

/** Moves the event to tomorrow, because phones get the list only around the event. */
async function openDoor(product: Product): Promise<void> {
  const opened = organisers.get(product) ?? openSession(product)
  organisers.set(product, opened)
  const headers = await opened
  const json = { eventDate: new Date(Date.now() + 24 * 60 * 60_000).toISOString() }
  await send(product, 'PUT /api/hero', { headers, json })
}

async function sessionId(product: Product): Promise<string> {
  const headers = await organisers.get(product)
  const json = { title: 'Abierta', isPlenary: true, startTime: '23:00' }
  const { body } = await send(product, 'POST /api/agenda/events', { headers, json })
  return JSON.parse(body).id
}

/** Returns the id of a phone or an account that has sent door events. Removes the phone first if the call restores it. */
async function sender(product: Product, maker: Session, call: string): Promise<string> {
  const device = randomUUID()
  const arrivals = [{ id: randomUUID(), registration: randomUUID(), at: new Date().toISOString() }]
  await send(product, 'POST /api/door/arrivals', { headers: maker, json: { device, arrivals } })
  const { body: me } = await send(product, 'GET /api/auth/me', { headers: maker })
  const id = call.includes('/devices/') ? device : JSON.parse(me).user.id
  if (call.startsWith('POST')) await send(product, call.replace('POST', 'DELETE').replace(':id', id), { headers: maker })
  return id
}
