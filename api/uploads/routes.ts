import { Hono } from 'hono'
import type { Db } from '../../data/db/db.ts'
import type { ImageKind } from '../../data/image-kinds.ts'
import { saveBackground } from '../../data/look/logo-backgrounds.ts'
import { checkUpload, sizeMessage, uploadBytes, uploadRequestSchema } from '../../data/uploads.ts'
import { currentUser } from '../accounts/guard.ts'
import { insistOnRights, recorded } from '../activity/record.ts'
import type { Env } from '../http/env.ts'
import { problem, problemWithRetry } from '../http/errors.ts'
import { validate } from '../http/validate.ts'
import { bodyOf } from './body.ts'
import { newUploadName, publicUrl } from './names.ts'
import { emptyFile, Refusal } from './refusal.ts'
import type { Uploads } from './uploads.ts'

const unknownTicket = 'La dirección de subida no existe o ya venció. Elige el archivo de nuevo.'
const usedTicket = 'Esta dirección de subida ya se usó. Elige el archivo de nuevo.'
const foreignTicket = 'Esta dirección de subida es de otra persona.'
const ownBusy = 'Ya estás subiendo dos archivos. Espera a que terminen e inténtalo de nuevo.'
const busy = 'Hay muchas subidas en este momento. Espera unos segundos e inténtalo de nuevo.'

export function uploadUrlRoutes({ uploads }: { uploads: Uploads }) {
  return new Hono<Env>().post('/url', validate('json', uploadRequestSchema), (c) => {
    const file = c.req.valid('json')
    const type = checkUpload(file)
    if ('wrong' in type) return problem(c, type.wrong === 'size' ? 413 : 415, type.message.text)
    const name = newUploadName(type)
    const kind: ImageKind | null = file.kind && file.kind !== 'video' ? file.kind : null
    const ticket = uploads.tickets.issue({ name, userId: currentUser(c).id, type, kind })
    if (!ticket) return problemWithRetry(c, 429, busy, 60)
    // The panel makes the public address of a video from `uploadURL`.
    return c.json({ uploadURL: `/upload/${name}?ticket=${ticket}`, publicURL: publicUrl(name), fileName: name }, 200)
  })
}

export function uploadRoutes({ db, uploads }: { db: Db; uploads: Uploads }) {
  return new Hono<Env>().put('/:name', async (c) => {
    const waitsFor = uploads.waitsFor(currentUser(c).id)
    if (waitsFor === 'own') return problemWithRetry(c, 429, ownBusy, 10)
    if (waitsFor === 'others') return problemWithRetry(c, 503, busy, 10)
    const name = c.req.param('name')
    const ticket = uploads.tickets.use(c.req.query('ticket') ?? '', name, currentUser(c).id)
    if (ticket === 'unknown') return problem(c, 404, unknownTicket)
    if (ticket === 'foreign') return problem(c, 403, foreignTicket)
    if (ticket === 'used') return problem(c, 409, usedTicket)
    const { media } = ticket.type
    if (Number(c.req.header('Content-Length')) > uploadBytes[media]) return problem(c, 413, sizeMessage(media).text)
    const body = bodyOf(c)
    if (!body) return problem(c, 422, emptyFile)
    try {
      const user = currentUser(c)
      const { size, background } = await uploads.take(ticket, body, () => insistOnRights(db, user))
      recorded(
        db,
        user,
        () => ({ action: 'uploaded', subjectId: name }),
        () => background && saveBackground(db, publicUrl(name), background),
      )
      return c.json({ publicURL: publicUrl(name), fileName: name, width: size?.width ?? null, height: size?.height ?? null }, 201)
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      return error.status === 503 ? problemWithRetry(c, 503, error.message, 60) : problem(c, error.status, error.message)
    }
  })
}
