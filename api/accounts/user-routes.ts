import { Hono } from 'hono'
import { userChangeSchema, userSchema } from '../../data/accounts/schema.ts'
import { createUser, deleteUser, findUser, listUsers, updateUser } from '../../data/accounts/users.ts'
import { recorded } from '../activity/record.ts'
import type { Deps } from '../deps.ts'
import type { Env } from '../http/env.ts'
import { type ErrorBody, problem } from '../http/errors.ts'
import { invalid, validate } from '../http/validate.ts'
import { adminOnly, currentUser } from './guard.ts'
import { passwordProblem } from './password-rules.ts'
import { hashPassword } from './passwords.ts'

const taken: ErrorBody = { error: invalid, fields: { email: 'Ya existe un usuario con este email' } }
const badPassword = (message: string): ErrorBody => ({ error: invalid, fields: { password: message } })
const ownPassword = 'Tu propia contraseña se cambia arriba, en «Cambiar contraseña».'
const lastAdmin = 'Debe quedar al menos un administrador activo.'

/** /api/users: the people of the panel. Everyone signed in may look, administrators may change. */
export function userRoutes({ db, erasures }: Deps) {
  return new Hono<Env>()
    .get('/', (c) => c.json(listUsers(db), 200))
    .post('/', adminOnly, validate('json', userSchema), async (c) => {
      const { name, email, password, role = 'user', isActive = true } = c.req.valid('json')
      const wrong = passwordProblem(password, { name, email })
      if (wrong) return c.json(badPassword(wrong), 422)
      const passwordHash = await hashPassword(password)
      const user = recorded(
        db,
        currentUser(c),
        () => createUser(db, { name, email, passwordHash, role, isActive }, new Date().toISOString()),
        (created) => created && { action: 'user-created', subjectId: created.id },
      )
      return user ? c.json(user, 201) : c.json(taken, 422)
    })
    .put('/:id', adminOnly, validate('json', userChangeSchema), async (c) => {
      const { password, ...change } = c.req.valid('json')
      const id = c.req.param('id')
      // Nobody who finds an open panel takes over its account: that takes the password that counts so far.
      if (password && id === currentUser(c).id) return c.json(badPassword(ownPassword), 422)
      const current = findUser(db, id)
      if (!current) return problem(c, 404)
      const wrong = password ? passwordProblem(password, { ...current, ...change }) : null
      if (wrong) return c.json(badPassword(wrong), 422)
      const hashed = password ? { passwordHash: await hashPassword(password) } : {}
      const user = recorded(
        db,
        currentUser(c),
        () => updateUser(db, id, { ...change, ...hashed }, new Date().toISOString()),
        (changed) => (typeof changed === 'string' ? null : { action: 'user-changed', subjectId: changed.id }),
      )
      if (user === 'missing') return problem(c, 404)
      if (user === 'taken') return c.json(taken, 422)
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
          () => deleteUser(db, id),
          (result) => (result === 'deleted' ? { action: 'user-deleted', subjectId: id } : null),
        )
      const outcome = erasures.noteThenDelete('user', [id], deleteAndNote, (result) => result === 'deleted')
      if (outcome === 'missing') return problem(c, 404)
      if (outcome === 'last-admin') return problem(c, 409, lastAdmin)
      return c.json({ deleted: true }, 200)
    })
}
