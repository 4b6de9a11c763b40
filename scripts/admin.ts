/** `npm run admin -- CORREO [CONTRASEÑA]` creates or resets an administrator, and removes their second factor. */
import { randomBytes } from 'node:crypto'
import { passwordProblem } from '../api/accounts/password-rules.ts'
import { hashPassword } from '../api/accounts/passwords.ts'
import { readConfig } from '../api/config.ts'
import { openDatabase } from '../api/database.ts'
import { actAsOwner } from '../api/system/as-owner.ts'
import { endOnProblems } from '../api/system/log.ts'
import { recordActivity } from '../data/accounts/activity.ts'
import { userSchema } from '../data/accounts/schema.ts'
import { removeSecondFactors } from '../data/accounts/second-factor.ts'
import { createUser, findCredentials, updateUser } from '../data/accounts/users.ts'

endOnProblems()
if (process.argv[2] === '--check') process.exit(await (await import('./check.ts')).check(process.env))

const [email, password = randomBytes(12).toString('base64url')] = process.argv.slice(2)
const parsed = userSchema.safeParse({ name: 'Administrador', email, password, role: 'admin', isActive: true })
if (!parsed.success) {
  console.error(
    'Uso: npm run admin -- correo@ejemplo.gt [contraseña]\n     npm run admin -- --check   (revisa sin iniciar ni cambiar nada)',
  )
  for (const { message } of parsed.error.issues) console.error(`  ${message}`)
  process.exit(1)
}

const wrong = passwordProblem(password, parsed.data)
if (wrong) {
  console.error(wrong)
  process.exit(1)
}

const { dataDir } = readConfig(process.env)
actAsOwner(dataDir)
const db = await openDatabase(dataDir)
const existing = findCredentials(db, parsed.data.email)
const passwordHash = await hashPassword(password)
const now = new Date().toISOString()
// Stores the change and its record in one transaction. The record names no user, because nobody is signed in.
db.transaction(() => {
  if (existing) {
    updateUser(db, existing.id, { passwordHash, role: 'admin', isActive: true }, now)
    // For somebody who has lost the phone and the recovery codes, this command is the only way in.
    removeSecondFactors(db, existing.id)
    return recordActivity(db, null, { action: 'user-changed', subjectId: existing.id }, now)
  }
  const { name, email } = parsed.data
  const created = createUser(db, { name, email, passwordHash, role: 'admin', isActive: true }, now)
  if (created) recordActivity(db, null, { action: 'user-created', subjectId: created.id }, now)
}).immediate()
db.close()

console.log(existing ? 'Contraseña cambiada, segundo factor quitado y sesiones cerradas:' : 'Administrador creado:')
console.log(`  ${parsed.data.email}  ${password}`)
