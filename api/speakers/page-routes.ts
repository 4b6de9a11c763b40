import { type Context, Hono } from 'hono'
import { createMiddleware } from 'hono/factory'
import { RateLimiterMemory } from 'rate-limiter-flexible'
import { z } from 'zod'
import { recordActivity } from '../../data/accounts/activity.ts'
import { readContent } from '../../data/content/content.ts'
import { readKey } from '../../data/content/revisions.ts'
import type { Item } from '../../data/content/schema.ts'
import type { Db } from '../../data/db/db.ts'
import { inTransaction } from '../../data/db/prepared.ts'
import { uploadMegabytes } from '../../data/limits.ts'
import { type ChangesStored, changesOf, type SentItem, storeUpdates, updatesFrom } from '../../data/speakers/edits.ts'
import type { LinkChange } from '../../data/speakers/link-fields.ts'
import { setConfirmed, speakerOfLink } from '../../data/speakers/links.ts'
import { propose } from '../../data/speakers/proposals.ts'
import { dayMs, hourMs } from '../../data/time.ts'
import { checkUpload } from '../../data/uploads.ts'
import { contentBody } from '../content/saving.ts'
import type { Env } from '../http/env.ts'
import { setRetryAfter } from '../http/errors.ts'
import { countAttempt } from '../http/rate-limit.ts'
import { formOf, readsForm } from '../http/validate.ts'
import { visitLimit } from '../http/visit-limit.ts'
import type { Publisher } from '../publishing/publisher.ts'
import { answerPage } from '../serving/answer-page.ts'
import { serveSite } from '../serving/serve-site.ts'
import { bodyOf } from '../uploads/body.ts'
import { newUploadName, publicUrl } from '../uploads/names.ts'
import { Refusal } from '../uploads/refusal.ts'
import type { Uploads } from '../uploads/uploads.ts'
import { isTyped, readSpeakerForm } from './form.ts'
import { firstFile } from './form-file.ts'
import { ownItems, speakerOwnPage } from './own-page.ts'

type SpeakerEnv = { Variables: Env['Variables'] & { speaker: Item<'speakers'> } }

type Needs = {
  db: Db
  publisher: Publisher
  uploads: Uploads
  config: { publicOrigin: string; timeZone: string; registrationLimit: number; trustProxy: number }
}

const wrong = 'Revisa los campos marcados.'
const overtaken = 'Algo cambió en el sitio mientras escribías. Revisa lo que escribiste y guarda otra vez.'
const tooMany = 'Guardaste muchas veces en poco tiempo. Espera un poco y vuelve a intentarlo.'
const twoAtOnce = 'Ya se están subiendo dos fotos. Espera a que terminen.'
const otherUploads = 'Hay muchas subidas en este momento. Espera unos segundos e inténtalo de nuevo.'
const noPhoto = `Elige una foto: JPG, PNG o WebP de hasta ${uploadMegabytes.image} MB.`

/** '0' withdraws the confirmation. '1' or no field confirms. */
const goingSchema = z.strictObject({ going: z.enum(['0', '1']).optional() })

/** Limits of each speaker, so that somebody with a leaked link cannot fill the history or the disk. */
const createLimits = () => ({
  changesAnHour: new RateLimiterMemory({ points: 30, duration: hourMs / 1000 }),
  changesADay: new RateLimiterMemory({ points: 100, duration: dayMs / 1000 }),
  photosAnHour: new RateLimiterMemory({ points: 10, duration: hourMs / 1000 }),
})

type Sent = { changes: LinkChange[]; hasField: (field: string) => boolean; items?: readonly SentItem[] }

type Stored = ChangesStored | { outcome: 'ended' } | { outcome: 'proposed' }

type Refused = Parameters<typeof speakerOwnPage>[4]
type Status = 200 | 409 | 413 | 415 | 422 | 429 | 503

function pageAnswers({ db, publisher, config: { timeZone } }: Needs) {
  const notFound = serveSite(publisher.site)
  const ownerOf = (token: string) => speakerOfLink(db, token, new Date().toISOString(), timeZone)
  const pathOf = (c: Context) => `/ponente/${c.req.param('token')}`
  const back = (c: Context, notice: string) => c.redirect(`${pathOf(c)}#${notice}`, 303)

  const findSpeaker = createMiddleware<SpeakerEnv>(async (c, next) => {
    const speaker = ownerOf(c.req.param('token') ?? '')
    if (!speaker) return notFound(c)
    c.set('speaker', speaker)
    return next()
  })

  const show = async (c: Context<SpeakerEnv>, status: Status = 200, refused?: Refused) =>
    answerPage(c, await publisher.speaker(speakerOwnPage(db, c.var.speaker, pathOf(c), timeZone, refused)), status)

  const refuse = (c: Context<SpeakerEnv>, status: Status, message: string, more: Partial<Refused> = {}) =>
    show(c, status, { values: {}, errors: {}, message, ...more })

  /** Stores changes, or a proposal for review. Checks the link again, because it may end while the body arrives. */
  function store(c: Context<SpeakerEnv>, { changes, hasField, items = [] }: Sent): Stored {
    const { id } = c.var.speaker
    const at = new Date().toISOString()
    return inTransaction(db, () => {
      if (ownerOf(c.req.param('token') ?? '')?.id !== id) return { outcome: 'ended' }
      if (readKey(db, 'speakerEdits').value.edits === 'review') {
        propose(db, id, { changes, hasField }, at)
        return { outcome: 'proposed' }
      }
      const versions = new Map(items.map(({ section, id: item, version }) => [`${section}.${item}`, version]))
      const stored: ChangesStored =
        changes.length === 0
          ? { outcome: 'saved', revisions: [] }
          : storeUpdates(db, updatesFrom(changes, versions), { by: null, at, speaker: id })
      if (stored.outcome !== 'saved') return stored
      // Removes these fields from an open proposal, because the saved values are newer.
      propose(db, id, { changes: [], hasField }, at)
      if (changes.length > 0) recordActivity(db, null, { action: 'speaker-saved', subject: 'speakers', subjectId: id }, at)
      return stored
    })
  }

  /** If changes were stored, publishes them. Redirects to the speaker's page. */
  async function answer(c: Context<SpeakerEnv>, stored: Extract<Stored, { outcome: 'saved' | 'proposed' }>) {
    if (stored.outcome === 'proposed') return back(c, 'enviado')
    if (stored.revisions.length > 0) await publisher.publish()
    return back(c, 'guardado')
  }

  return { notFound, ownerOf, back, findSpeaker, show, refuse, store, answer }
}

type Answers = ReturnType<typeof pageAnswers>
type Limits = ReturnType<typeof createLimits>

function formSaver({ db, config }: Needs, { notFound, answer, refuse, store }: Answers, limits: Limits) {
  async function waitFor({ id }: Item<'speakers'>): Promise<number> {
    const over = (await countAttempt(limits.changesAnHour, id)) ?? (await countAttempt(limits.changesADay, id))
    return over?.seconds ?? 0
  }

  return async (c: Context<SpeakerEnv>) => {
    const form = await formOf(c)
    const { items, errors } = readSpeakerForm(form, ownItems(readContent(db).content, c.var.speaker), config.publicOrigin)
    const values = Object.fromEntries(
      Object.entries(form).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
    )
    if (Object.keys(errors).length > 0) return refuse(c, 422, wrong, { values, errors })
    const changes = changesOf(db, items)
    if (!changes) return refuse(c, 409, overtaken, { values })
    const wait = changes.length > 0 ? await waitFor(c.var.speaker) : 0
    if (wait > 0) {
      setRetryAfter(c, wait)
      return refuse(c, 429, tooMany, { values })
    }
    const stored = store(c, { changes, hasField: isTyped, items })
    if (stored.outcome === 'ended') return notFound(c)
    if ('fields' in stored) {
      const isConflict = stored.outcome === 'conflict'
      return refuse(c, isConflict ? 409 : 422, isConflict ? overtaken : wrong, { values, errors: stored.fields })
    }
    return answer(c, stored)
  }
}

function photoTaker({ uploads }: Needs, answers: Answers, { photosAnHour }: Limits) {
  const { notFound, ownerOf, answer, refuse, store } = answers
  return async (c: Context<SpeakerEnv>) => {
    const { speaker } = c.var
    const userId = `speaker:${speaker.id}`
    const waitsFor = uploads.waitsFor(userId)
    if (waitsFor) return refuse(c, waitsFor === 'own' ? 429 : 503, waitsFor === 'own' ? twoAtOnce : otherUploads)
    const over = await countAttempt(photosAnHour, speaker.id)
    if (over) {
      setRetryAfter(c, over.seconds)
      return refuse(c, 429, tooMany)
    }
    const body = bodyOf(c)
    if (!body) return refuse(c, 422, noPhoto)
    const insist = () => {
      if (ownerOf(c.req.param('token') ?? '')?.id !== speaker.id) throw new Refusal(404, noPhoto)
    }
    try {
      const { fileName, type, bytes } = await firstFile(body, c.req.header('Content-Type') ?? '')
      const uploadType = checkUpload({ fileName, type, kind: 'speaker-photo' })
      if ('wrong' in uploadType) throw new Refusal(415, fileName === '' ? noPhoto : uploadType.message.text)
      const name = newUploadName(uploadType)
      const ticket = { name, userId, type: uploadType, kind: 'speaker-photo' } as const
      await uploads.take(ticket as Parameters<Uploads['take']>[0], bytes, insist)
      const change = {
        section: 'speakers',
        id: speaker.id,
        field: 'image',
        before: speaker.image,
        after: publicUrl(name),
      } as const
      const stored = store(c, { changes: [change], hasField: (field) => !isTyped(field) })
      if (stored.outcome === 'ended') return notFound(c)
      if ('fields' in stored) return refuse(c, 422, Object.values(stored.fields)[0] ?? wrong)
      return await answer(c, stored)
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      if (error.status === 404) return notFound(c)
      const status = ([413, 415, 503] as const).find((refusal) => refusal === error.status) ?? 422
      return refuse(c, status, error.message)
    }
  }
}

/** Does not check the origin. The page sends `Referrer-Policy: no-referrer`, so browsers send `Origin: null` with its form. */
export function speakerPageRoutes(needs: Needs) {
  const { db, config } = needs
  const answers = pageAnswers(needs)
  const limits = createLimits()
  const { back, findSpeaker, show } = answers
  const save = formSaver(needs, answers, limits)
  return new Hono<SpeakerEnv>()
    .use('/:token/*', visitLimit(config), findSpeaker)
    .get('/:token', (c) => show(c))
    .post('/:token', contentBody, readsForm(z.record(z.string(), z.string()), { isLenient: true }), save)
    .post('/:token/confirmar', readsForm(goingSchema, { isLenient: true }), async (c) => {
      const { going } = goingSchema.safeParse(await formOf(c)).data ?? {}
      setConfirmed(db, c.var.speaker.id, going === '0' ? null : new Date().toISOString())
      return back(c, going === '0' ? 'guardado' : 'confirmado')
    })
    .post('/:token/foto', photoTaker(needs, answers, limits))
}
