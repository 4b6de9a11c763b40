import { Hono } from 'hono'
import { recordActivity } from '../../data/accounts/activity.ts'
import type { Db } from '../../data/db/db.ts'
import { clearLog } from '../../data/db/db.ts'
import { registrationWithToken } from '../../data/own/own-registration.ts'
import { eraseRegistrations, idsOfPerson } from '../../data/registrations/erasure.ts'
import { readPersonalData } from '../../data/registrations/personal-data.ts'
import { trashRegistration } from '../../data/registrations/trash.ts'
import { currentUser } from '../accounts/guard.ts'
import { recorded } from '../activity/record.ts'
import { backupsHolding } from '../backup/backups-holding.ts'
import type { Erasures } from '../backup/erasures.ts'
import type { Env } from '../http/env.ts'
import { problem } from '../http/errors.ts'
import { fromPanel } from '../http/same-origin.ts'
import { ownPage } from './own/own-page.ts'
import { type ChangeNeeds, placeChange } from './place-change.ts'

type Needs = ChangeNeeds & { db: Db; config: { publicOrigin: string; dataDir: string }; erasures: Erasures }

export function personRoutes({ db, config, mailer, erasures }: Needs) {
  const panelOnly = fromPanel({ config })
  return new Hono<Env>()
    .get('/:id/link', panelOnly, (c) => {
      const registration = registrationWithToken(db, c.req.param('id'))
      if (!registration) return problem(c, 404)
      // Records that the link was shown, because the link allows changes to the registration.
      recordActivity(
        db,
        currentUser(c),
        { action: 'registration-link-shown', subjectId: registration.id },
        new Date().toISOString(),
      )
      return c.json({ url: ownPage(config.publicOrigin, registration.token) }, 200)
    })
    .get('/:id/data', panelOnly, (c) => {
      const id = c.req.param('id')
      const at = new Date().toISOString()
      const data = readPersonalData(db, id, at)
      if (!data) return problem(c, 404)
      recordActivity(db, currentUser(c), { action: 'registration-data-exported', subjectId: id }, at)
      const name = `datos_personales_${at.slice(0, 10)}.json`
      return c.body(JSON.stringify(data, null, 2), 200, {
        'Content-Type': 'application/json; charset=UTF-8',
        'Content-Disposition': `attachment; filename="${name}"`,
      })
    })
    .delete('/:id', (c) => {
      const id = c.req.param('id')
      const moveToTrash = () =>
        recorded(db, currentUser(c), { action: 'registration-deleted', subjectId: id }, () =>
          trashRegistration(db, id, { by: currentUser(c).id, ...placeChange({ mailer, config }) }),
        )
      const isDeleted = erasures.noteThenDelete('registration', [id], moveToTrash, Boolean)
      return isDeleted ? c.json({ deleted: true }, 200) : problem(c, 404)
    })
    .delete('/:id/data', async (c) => {
      const id = c.req.param('id')
      const ids = idsOfPerson(db, id)
      const erase = () =>
        recorded(db, currentUser(c), { action: 'registration-erased', subjectId: id }, () =>
          eraseRegistrations(db, ids, placeChange({ mailer, config })),
        )
      const erased = erasures.noteThenErase(ids, erase)
      if (!erased) return problem(c, 404)
      clearLog(db)
      return c.json({ erased: true, backups: await backupsHolding(config.dataDir, erased.registeredAt) }, 200)
    })
}
