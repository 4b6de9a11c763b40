import { Hono } from 'hono'
import type { Activity } from '../../data/accounts/activity.ts'
import { createLink, type LinkKind } from '../../data/accounts/links.ts'
import { type Caller, inviteSchema, type User, userChangeSchema, userSchema } from '../../data/accounts/schema.ts'
import { removeSecondFactors } from '../../data/accounts/second-factor.ts'
import { endSessions } from '../../data/accounts/sessions.ts'
import {
  createUser,
  deleteUser,
  findCredentials,
  findUser,
  leavesNoAdmin,
  listUsers,
  updateUser,
} from '../../data/accounts/users.ts'
import { readForEdit } from '../../data/content/sections.ts'
import type { Db } from '../../data/db/db.ts'
import { recorded } from '../activity/record.ts'
import type { Erasures } from '../backup/erasures.ts'
import type { Env } from '../http/env.ts'
import { problem } from '../http/errors.ts'
import { fieldProblem, validate, validateNothing } from '../http/validate.ts'
import type { AccountMailer } from './account-mails.ts'
import { takenEmail } from './answers.ts'
import { adminOnly, currentUser } from './guard.ts'
import { linkAddress } from './link-address.ts'
import { passwordProblem } from './password-rules.ts'
import { hashPassword } from './passwords.ts'

const badPassword = (message: string) => fieldProblem('password', message)
const ownPassword = 'Tu propia contraseña se cambia arriba, en «Mi cuenta».'
const inactive = 'Este usuario está inactivo: no puede entrar.'
const lastAdmin = 'Debe quedar al menos un administrador activo.'

type Needs = { db: Db; erasures: Erasures; mailer: AccountMailer | null; config: { publicOrigin: string; timeZone: string } }

export function userRoutes(needs: Needs) {
  const { db, erasures, config } = needs
  const siteName = () => readForEdit(db, 'event', config.timeZone).value.name

  return new Hono<Env>()
    .get('/', (c) => c.json(listUsers(db), 200))
    .post('/', adminOnly, validate('json', userSchema), async (c) => {
      const { name, email, password, role = 'user', isActive = true } = c.req.valid('json')
      const wrong = passwordProblem(password, { name, email, site: siteName() })
      if (wrong) return c.json(badPassword(wrong), 422)
      const passwordHash = await hashPassword(password)
      const user = recorded(
        db,
        currentUser(c),
        (created) => created && { action: 'user-created', subjectId: created.id },
        () => createUser(db, { name, email, passwordHash, role, isActive }, new Date().toISOString()),
      )
      return user ? c.json(user, 201) : c.json(takenEmail, 422)
    })
    .put('/:id', adminOnly, validate('json', userChangeSchema), async (c) => {
      const { password, ...change } = c.req.valid('json')
      const id = c.req.param('id')
      // Users change their own password with another call that needs the current password. Otherwise somebody could take over an
      // unattended panel.
      if (password && id === currentUser(c).id) return c.json(badPassword(ownPassword), 422)
      const current = findUser(db, id)
      if (!current) return problem(c, 404)
      const wrong = password ? passwordProblem(password, { ...current, ...change, site: siteName() }) : null
      if (wrong) return c.json(badPassword(wrong), 422)
      const hashed = password ? { passwordHash: await hashPassword(password) } : {}
      // This check comes before `recorded`, which refuses callers who lost their rights. If two administrators demote each other,
      // the second one should read that an administrator must remain.
      if (leavesNoAdmin(db, id, change)) return problem(c, 409, lastAdmin)
      const user = recorded(
        db,
        currentUser(c),
        (changed) => (typeof changed === 'string' ? null : { action: 'user-changed', subjectId: changed.id }),
        () => updateUser(db, id, { ...change, ...hashed }, new Date().toISOString()),
      )
      if (user === 'missing') return problem(c, 404)
      if (user === 'taken') return c.json(takenEmail, 422)
      if (user === 'last-admin') return problem(c, 409, lastAdmin)
      return c.json(user, 200)
    })
    .delete('/:id', adminOnly, (c) => {
      const id = c.req.param('id')
      if (id === currentUser(c).id) return problem(c, 409, 'No puedes eliminar tu propio usuario.')
      const deleteAndNote = () =>
        recorded(
          db,
          currentUser(c),
          (result) => result === 'deleted' && { action: 'user-deleted', subjectId: id },
          () => deleteUser(db, id),
        )
      const outcome = erasures.noteThenDelete('user', [id], deleteAndNote, (result) => result === 'deleted')
      if (outcome === 'missing') return problem(c, 404)
      if (outcome === 'last-admin') return problem(c, 409, lastAdmin)
      return c.json({ deleted: true }, 200)
    })
    .route('/', linkRoutes(needs))
    .route('/', accessRoutes(needs))
}

function linkRoutes({ db, mailer, config }: Needs) {
  async function handLink(kind: LinkKind, user: User, by: Caller, activity: Activity | null): Promise<{ link?: string }> {
    const token = recorded(db, by, activity, () => createLink(db, kind, user.id, new Date().toISOString()))
    const link = linkAddress(config.publicOrigin, token)
    if (!mailer) return { link }
    await mailer.mailAccount(
      kind === 'invite' ? { about: kind, link, by: by.name, role: user.role } : { about: kind, link },
      user,
    )
    return {}
  }

  return new Hono<Env>()
    .post('/invite', adminOnly, validate('json', inviteSchema), async (c) => {
      const { name, email, role } = c.req.valid('json')
      const at = new Date().toISOString()
      const existingUser = findCredentials(db, email)
      if (existingUser?.isInvited && !existingUser.isActive) return problem(c, 409, inactive)
      const invited = recorded(
        db,
        currentUser(c),
        (user) => typeof user === 'object' && user && { action: 'user-invited', subjectId: user.id },
        () =>
          existingUser?.isInvited
            ? updateUser(db, existingUser.id, { name, ...(role && { role }) }, at)
            : createUser(db, { name, email, passwordHash: '', role: role ?? 'user', isActive: true }, at),
      )
      if (invited === 'last-admin') return problem(c, 409, lastAdmin)
      if (!invited || typeof invited === 'string') return c.json(takenEmail, 422)
      return c.json({ ...invited, ...(await handLink('invite', invited, currentUser(c), null)) }, 201)
    })
    .post('/:id/link', adminOnly, validateNothing, async (c) => {
      const user = findUser(db, c.req.param('id'))
      if (!user) return problem(c, 404)
      if (!user.isActive) return problem(c, 409, inactive)
      const activity: Activity = { action: 'link-made', subjectId: user.id }
      return c.json(await handLink(user.isInvited ? 'invite' : 'reset', user, currentUser(c), activity), 201)
    })
}

function accessRoutes({ db, mailer }: Needs) {
  return new Hono<Env>()
    .delete('/:id/second-factor', adminOnly, (c) => {
      const remove = () => {
        const owner = findUser(db, c.req.param('id'))
        if (!owner?.hasSecondFactor) return null
        removeSecondFactors(db, owner.id)
        return owner
      }
      const user = recorded(
        db,
        currentUser(c),
        (owner) => owner && { action: 'second-factor-removed', subjectId: owner.id },
        remove,
      )
      if (!user) return problem(c, 404)
      const what = `${currentUser(c).name} quitó tu segundo factor.`
      void mailer?.mailAccount({ about: 'access', what }, user)
      return c.json({ deleted: true }, 200)
    })
    .delete('/:id/sessions', adminOnly, (c) => {
      const user = findUser(db, c.req.param('id'))
      if (!user) return problem(c, 404)
      const caller = currentUser(c)
      const ended = recorded(
        db,
        caller,
        () => ({ action: 'sessions-ended', subjectId: user.id }),
        () => endSessions(db, user.id, caller.sessionId),
      )
      return c.json({ ended }, 200)
    })
}
