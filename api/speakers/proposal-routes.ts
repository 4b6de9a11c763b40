import { Hono } from 'hono'
import { z } from 'zod'
import type { Db } from '../../data/db/db.ts'
import { limits } from '../../data/limits.ts'
import { decideProposal, openProposals, undoDecision } from '../../data/speakers/proposals.ts'
import { currentUser } from '../accounts/guard.ts'
import { recorded } from '../activity/record.ts'
import { conflict, publishAndReport } from '../content/saving.ts'
import type { Env } from '../http/env.ts'
import { problem } from '../http/errors.ts'
import { invalidFields, validate, validateNothing } from '../http/validate.ts'
import type { Publisher } from '../publishing/publisher.ts'
import { names } from './names.ts'

const decisionSchema = z.strictObject({
  accept: names(limits.lists.events * 5),
  versions: z.record(z.string(), z.string('Escribe un texto')).optional(),
})

const unknownField = 'La propuesta no tiene este campo'
const changedSince = 'Alguien cambió lo mismo después de esta propuesta. Compara otra vez y decide de nuevo.'
const noDecision = 'Esta decisión ya no se puede deshacer aquí. Búscala en el historial.'

type Needs = { db: Db; publisher: Publisher; config: { timeZone: string } }

export function proposalRoutes({ db, publisher, config: { timeZone } }: Needs) {
  return new Hono<Env>()
    .get('/', (c) => c.json(openProposals(db), 200))
    .post('/:id', validate('json', decisionSchema), async (c) => {
      const choice = c.req.valid('json')
      const user = currentUser(c)
      const edit = { by: user.id, at: new Date().toISOString() }
      const decided = recorded(
        db,
        user,
        (result) => 'speaker' in result && { action: 'speaker-proposal-decided', subject: 'speakers', subjectId: result.speaker },
        () => decideProposal(db, c.req.param('id'), choice, edit),
      )
      if (decided.outcome === 'missing') return problem(c, 404)
      if (decided.outcome === 'unknown') return invalidFields(c, { accept: `${unknownField}: ${decided.field}` })
      if (decided.outcome === 'overtaken') return conflict(c, decided.conflicts, changedSince)
      if (decided.outcome !== 'saved') return invalidFields(c, decided.fields)
      await publishAndReport(c, publisher)
      const { accepted, at, revisions } = decided
      return c.json({ accepted, at, revisions }, 200)
    })
    .post('/:id/undo', validateNothing, async (c) => {
      const user = currentUser(c)
      const edit = { by: user.id, at: new Date().toISOString(), timeZone }
      const undone = recorded(
        db,
        user,
        (result) => result && { action: 'speaker-changes-taken-back', subject: 'speakers', subjectId: result.speaker },
        () => undoDecision(db, c.req.param('id'), edit),
      )
      if (!undone) return problem(c, 404, noDecision)
      await publishAndReport(c, publisher)
      const { takenBack, left: keptChanges } = undone
      return c.json({ takenBack, left: keptChanges }, 200)
    })
}
