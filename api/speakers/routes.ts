import { Hono } from 'hono'
import { z } from 'zod'
import { readContent, readItems } from '../../data/content/content.ts'
import { readKey } from '../../data/content/revisions.ts'
import type { Item } from '../../data/content/schema.ts'
import type { Db } from '../../data/db/db.ts'
import { yesOrNo } from '../../data/fields.ts'
import { limits } from '../../data/limits.ts'
import { isIncomplete, isRecentlyAsked } from '../../data/speakers/asking.ts'
import { takeBackChanges } from '../../data/speakers/edits.ts'
import { createSpeakerLink, endSpeakerLinks, noteAsked, withdrawConfirmation } from '../../data/speakers/links.ts'
import { withdrawProposalSince } from '../../data/speakers/proposals.ts'
import { listSpeakerStatus, statusOfSpeaker } from '../../data/speakers/status.ts'
import { currentUser } from '../accounts/guard.ts'
import { recorded } from '../activity/record.ts'
import { publishAndReport } from '../content/saving.ts'
import type { Env } from '../http/env.ts'
import { problem } from '../http/errors.ts'
import { invalidFields, validate, validateNothing } from '../http/validate.ts'
import type { Mailer } from '../mail/mailer.ts'
import type { Publisher } from '../publishing/publisher.ts'
import { names } from './names.ts'
import { proposalRoutes } from './proposal-routes.ts'
import { deadlineInWords, missingInWords } from './words.ts'

const linkSchema = z.strictObject({ send: yesOrNo.optional() })

const requestSchema = z.strictObject({ ids: names(limits.lists.speakers).optional() })

const takeBackSchema = z.strictObject({
  since: z.iso
    .datetime({ offset: true, error: 'Escribe un momento como 2026-11-20T16:32:00Z' })
    .transform((text) => new Date(text).toISOString()),
  endLink: yesOrNo.optional(),
})

const noMailServer = 'Este sitio no envía correos: copia el enlace y envíalo tú.'
const noEmail = 'Este speaker no tiene correo: escríbelo en su ficha.'
const futureInstant = 'Elige un momento que ya pasó'

/** All these mails must fit into the queue of mails with links (`maxWaitingCount` in mail/direct.ts). */
const maxMailsAtOnce = 150

type Needs = { db: Db; publisher: Publisher; mailer: Mailer | null; config: { publicOrigin: string; timeZone: string } }

const speakerPath = (token: string) => `/ponente/${token}`

/** Makes a link for each speaker who has something left to do and was not asked within the last hour. */
function requestedLinks(db: Db, user: ReturnType<typeof currentUser>, ids: readonly string[] | undefined) {
  const { content } = readContent(db)
  const now = Date.now()
  const at = new Date(now).toISOString()
  const incomplete = content.speakers
    .filter(({ id, isActive }) => (ids ? ids.includes(id) : isActive))
    .map((speaker) => ({ ...statusOfSpeaker(db, content, speaker), speaker }))
    .filter(isIncomplete)
  const reachable = incomplete.filter(({ speaker }) => speaker.email !== '')
  const due = reachable.filter(({ askedAt }) => !isRecentlyAsked(askedAt, now))
  const recipients = due.slice(0, maxMailsAtOnce).map(({ speaker }) => speaker)
  const links = recorded(
    db,
    user,
    (newLinks) => newLinks.length > 0 && { action: 'speakers-asked', subject: 'speakers' },
    () =>
      recipients.map((speaker) => {
        noteAsked(db, speaker.id, at)
        return { speaker, token: createSpeakerLink(db, speaker.id, at) }
      }),
  )
  const withoutEmail = incomplete.filter(({ speaker }) => speaker.email === '').map(({ speaker }) => speaker.id)
  return { links, withoutEmail, recent: reachable.length - due.length, left: due.length - recipients.length }
}

export function speakerRoutes({ db, publisher, mailer, config }: Needs) {
  const { publicOrigin, timeZone } = config
  const find = (id: string) => readItems(db, 'speakers').find((speaker) => speaker.id === id)

  async function mailLink(speaker: Item<'speakers'>, link: string): Promise<void> {
    const missing = missingInWords(statusOfSpeaker(db, readContent(db).content, speaker).missing)
    const deadline = deadlineInWords(readKey(db, 'speakerEdits').value.deadline, timeZone)
    await mailer?.mailAccount({ about: 'speaker', link, missing, deadline }, speaker)
  }

  return new Hono<Env>()
    .get('/status', (c) => c.json(listSpeakerStatus(db), 200))
    .route('/proposals', proposalRoutes({ db, publisher, config }))
    .post('/request', validate('json', requestSchema, { mayBeAbsent: true }), async (c) => {
      if (!mailer) return problem(c, 409, noMailServer)
      const { links, ...counts } = requestedLinks(db, currentUser(c), c.req.valid('json').ids)
      for (const { speaker, token } of links) await mailLink(speaker, publicOrigin + speakerPath(token))
      return c.json({ sent: links.length, ...counts }, 200)
    })
    .post('/:id/link', validate('json', linkSchema, { mayBeAbsent: true }), async (c) => {
      const speaker = find(c.req.param('id'))
      if (!speaker) return problem(c, 404)
      const { send = false } = c.req.valid('json')
      if (send && speaker.email === '') return invalidFields(c, { send: noEmail })
      if (send && !mailer) return problem(c, 409, noMailServer)
      const at = new Date().toISOString()
      const token = recorded(
        db,
        currentUser(c),
        { action: 'speaker-link-made', subject: 'speakers', subjectId: speaker.id },
        () => {
          if (send) noteAsked(db, speaker.id, at)
          return createSpeakerLink(db, speaker.id, at)
        },
      )
      const url = publicOrigin + speakerPath(token)
      if (send) await mailLink(speaker, url)
      return c.json({ url }, 201)
    })
    .delete('/:id/link', validateNothing, (c) => {
      const id = c.req.param('id')
      const end = () => endSpeakerLinks(db, id)
      const isEnded = recorded(db, currentUser(c), { action: 'speaker-link-ended', subject: 'speakers', subjectId: id }, end)
      return isEnded ? c.json({ ended: true }, 200) : problem(c, 404)
    })
    .post('/:id/take-back', validate('json', takeBackSchema), async (c) => {
      const id = c.req.param('id')
      if (!find(id)) return problem(c, 404)
      const { since, endLink = false } = c.req.valid('json')
      const at = new Date().toISOString()
      if (since > at) return invalidFields(c, { since: futureInstant })
      const edit = { by: currentUser(c).id, at, timeZone }
      const takeBack = () => {
        if (endLink) endSpeakerLinks(db, id)
        withdrawProposalSince(db, id, since)
        withdrawConfirmation(db, id, since)
        return takeBackChanges(db, id, { since }, edit)
      }
      const activity = { action: 'speaker-changes-taken-back', subject: 'speakers', subjectId: id } as const
      const result = recorded(db, currentUser(c), activity, takeBack)
      await publishAndReport(c, publisher)
      return c.json(result, 200)
    })
}
