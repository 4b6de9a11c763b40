import { randomBytes } from 'node:crypto'
import { countUsers, createUser } from '../../data/accounts/users.ts'
import type { Db } from '../../data/db/db.ts'
import { StartProblem } from '../system/start-problem.ts'
import { passwordProblem } from './password-rules.ts'
import { hashPassword } from './passwords.ts'

type FirstAdmin = { email: string; password: string }

export async function createFirstAdmin(db: Db, credentials: FirstAdmin | null): Promise<FirstAdmin | null> {
  if (countUsers(db) > 0) return null
  const { email, password } = credentials ?? { email: 'admin@conferencia.gt', password: randomBytes(12).toString('base64url') }
  const name = 'Administrador'
  const wrong = credentials && passwordProblem(password, { name, email })
  if (wrong) throw new StartProblem(`ADMIN_PASSWORD: ${wrong}`)
  const passwordHash = await hashPassword(password)
  createUser(db, { name, email, passwordHash, role: 'admin', isActive: true }, new Date().toISOString())
  return { email, password }
}
