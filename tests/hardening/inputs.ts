/** What is sent to each call of the API, right and wrong, with whatever has to be there first. */
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { contentPaths } from '../../api/content/paths.ts'
import { type CollectionKey, itemSchemas } from '../../data/content/schema.ts'
import { mailQueue } from '../../data/mail/outbox.ts'
import type { Product } from '../support/product.ts'
import { type Content, send } from './client.ts'
import { newItem } from './new-item.ts'

type Input = Content & { line: string }
type Session = Record<string, string>
type Fields = Record<string, unknown>

/** What makes an item of each kind. Addresses are new each time. */
const items: Record<string, () => Fields> = {
  ...Object.fromEntries(
    (Object.keys(itemSchemas) as CollectionKey[]).map((key) => [`/api${contentPaths[key]}`, () => newItem(key)]),
  ),
  '/api/registrations': () => ({ name: 'José', email: `${randomUUID()}@ejemplo.gt` }),
  '/api/users': () => ({ name: 'Luis', email: `${randomUUID()}@ejemplo.gt`, password: 'secreto' }),
}

const wrongItems: Record<string, Fields> = {
  '/api/speakers': { image: 'javascript:alert(1)' },
  '/api/agenda/scenarios': { displayOrder: 0.5 },
  '/api/agenda/events': { startTime: '25:00' },
  '/api/partners': { category: 'otro' },
  '/api/registrations': { isConfirmed: 'sí' },
  '/api/users': { role: 'root' },
}

export type Bodies = { right: Fields; wrong: Fields }

const drawing = '<svg xmlns="http://www.w3.org/2000/svg"/>'

/** A request that fits the call, or one that does not, with this body where it needs nothing else; what it needs is made with the session of `maker` first. */
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
    const url = await uploadUrl(product, maker)
    await send(product, `PUT ${url}`, { headers: maker, body: drawing })
    return { line: `GET ${isRight ? url.replace(/^\/upload(.*)\?.*$/, '/public-objects$1') : '/public-objects/1-2.svg'}` }
  }
  if (path === '/api/registrations/:id/data') {
    return { line: `${method} /api/registrations/${isRight ? await idOf(product, maker, '/api/registrations') : 'unknown'}/data` }
  }
  if (path === '/api/registrations/confirm') {
    const ids = isRight ? [await idOf(product, maker, '/api/registrations')] : []
    return { line: call, json: { ids, isConfirmed: true } }
  }
  if (path === '/api/registrations/by-hand')
    return { line: call, json: { name: 'José', email: isRight ? `${randomUUID()}@ejemplo.gt` : '' } }
  if (path === '/api/registrations/merge') {
    const keep = await idOf(product, maker, '/api/registrations')
    const other = isRight ? await idOf(product, maker, '/api/registrations') : keep
    return { line: call, json: { keep, other, take: ['name'] } }
  }
  if (path === '/api/trash/:id/restore')
    return { line: `POST /api/trash/${isRight ? await trashed(product, maker) : 'unknown'}/restore` }
  if (path.startsWith('/api/history/')) return ofHistory(method, path, isRight)
  if (path.startsWith('/registro/')) return ownInput(product, maker, call, isRight)
  if (call === 'POST /api/mails/preview')
    return { line: call, ...form({ kind: isRight ? 'confirmation' : 'otro', subject: 'Hola', body: 'Hola' }) }
  if (call === 'POST /api/mails/:id/resend')
    return { line: `POST /api/mails/${isRight ? queuedMail(product) : 'unknown'}/resend` }
  if (path.endsWith('/link')) {
    const made = isRight ? await idOf(product, maker, '/api/registrations') : 'unknown'
    return { line: `GET /api/registrations/${made}/link` }
  }
  if (method === 'GET') return { line: isRight ? call : `${call}?limit=-1` }
  if (!path.endsWith('/:id')) return { line: call, json: body ? body[kind] : fields }

  const made = isRight || method === 'PUT' ? await idOf(product, maker, collection) : 'unknown'
  const line = `${method} ${collection}/${made}`
  return method === 'DELETE' ? { line } : { line, json: body ? body[kind] : fields }
}

/** The id of a registration that was deleted. */
async function trashed(product: Product, maker: Session): Promise<string> {
  const id = await idOf(product, maker, '/api/registrations')
  await send(product, `DELETE /api/registrations/${id}`, { headers: maker })
  return id
}

/** An instant that is over, or the default of a section; of no instant, or of a revision that there is not. */
function ofHistory(method: string, path: string, isRight: boolean): Input {
  const time = isRight ? new Date().toISOString() : 'ayer'
  if (path.endsWith('/at'))
    return method === 'GET' ? { line: `GET ${path}?time=${time}` } : { line: `POST ${path}`, json: { time } }
  const line = `${method} ${path.replace(':revision', isRight ? '0' : 'unknown')}?section=segments`
  return method === 'GET' ? { line } : { line, json: {} }
}

/** A form as a browser sends it from a page that tells nobody its address. */
function form(fields: Record<string, string>): Content {
  const headers = { 'Content-Type': 'application/x-www-form-urlencoded' }
  return { headers, body: new URLSearchParams(fields).toString() }
}

/** A call of somebody's own page: right with a link that there is; wrong with one that is not, or a name that is empty. */
async function ownInput(product: Product, maker: Session, call: string, isRight: boolean): Promise<Input> {
  const id = await idOf(product, maker, '/api/registrations')
  const { body } = await send(product, `GET /api/registrations/${id}/link`, { headers: maker })
  const isCorrection = call === 'POST /registro/:token'
  const token = isRight || isCorrection ? new URL(JSON.parse(body).url).pathname.split('/')[2] : 'AAAAAAAAAAAAAAAAAAAAAA'
  const line = call.replace(':token', token ?? '')
  if (line.startsWith('GET')) return { line }
  return { line, ...form(isCorrection ? { name: isRight ? 'José' : '' } : {}) }
}

/** A mail that waits, as a product with a mail server would have it: without one there is nothing to call with. */
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
  return collection === '/api/agenda/events' ? { ...item, scenarioId: await idOf(product, maker, '/api/agenda/scenarios') } : item
}

async function uploadUrl(product: Product, maker: Session): Promise<string> {
  const { body } = await send(product, 'POST /api/upload/url', { headers: maker, json: { fileName: 'logo.svg' } })
  return JSON.parse(body).uploadURL
}

/** Makes an item and returns its id; users are made by the first administrator, for others may not. */
async function idOf(product: Product, maker: Session, collection: string): Promise<string> {
  const json = await itemOf(product, maker, collection)
  const { body } = await send(product, `POST ${collection}`, { headers: maker, json })
  const made = JSON.parse(body)
  if (made.id) return made.id
  // Registering tells no id: nobody is to learn who has registered.
  const list = await send(product, `GET ${collection}`, { headers: maker })
  return JSON.parse(list.body)[0].id
}
