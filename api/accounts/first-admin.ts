import { randomBytes } from 'node:crypto'
import { countUsers, createUser } from '../../data/accounts/users.ts'
import type { Db } from '../../data/db/db.ts'
import { StartProblem } from '../system/start-problem.ts'
import { passwordProblem } from './password-rules.ts'
import { hashPassword } from './passwords.ts'

type FirstAdmin = { email: string; password: string }

/**
 * Makes the first administrator when there is no user at all, and returns how to sign in, to be shown once; null when
 * there are users already. Without ADMIN_EMAIL and ADMIN_PASSWORD the password is random. Throws StartProblem when a given
 * one is too easy to guess.
 */
export async function createFirstAdmin(db: Db, given: FirstAdmin | null): Promise<FirstAdmin | null> {
  if (countUsers(db) > 0) return null
  const { email, password } = given ?? { email: 'admin@conferencia.gt', password: randomBytes(12).toString('base64url') }
  const name = 'Administrador'
  const wrong = given && passwordProblem(password, { name, email })
  if (wrong) throw new StartProblem(`ADMIN_PASSWORD: ${wrong}`)
  const passwordHash = await hashPassword(password)
  createUser(db, { name, email, passwordHash, role: 'admin', isActive: true }, new Date().toISOString())
  return { email, password }
}
