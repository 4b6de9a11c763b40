import { createPrivateKey } from 'node:crypto'
import { readFileSync } from 'node:fs'
import parseAddresses from 'nodemailer/lib/addressparser'
import { z } from 'zod'
import { readVariables, SettingsProblem, type Variables } from '../system/settings.ts'

export type MailConfig = {
  server: {
    host: string
    port: number
    /** True for TLS from the first byte. */
    secure: boolean
    auth: { user: string; pass: string } | null
  }
  from: { name: string; address: string }
  dkim: { domainName: string; keySelector: string; privateKey: string } | null
}

const oneAddress = z.string().transform((text, context) => {
  const [first, ...more] = parseAddresses(text)
  if (first?.address && more.length === 0 && z.email().safeParse(first.address).success) {
    return { name: first.name ?? '', address: first.address }
  }
  context.addIssue('no es un remitente como Conferencia <hola@conferencia.gt>')
  return z.NEVER
})

const server = z.string().transform((text, context) => {
  const url = URL.canParse(text) ? new URL(text) : null
  const isSecure = url?.protocol === 'smtps:'
  const isPlain = url?.pathname.replace('/', '') === '' && !url.search && !url.hash
  if (!url?.hostname || !isPlain || !(isSecure || url.protocol === 'smtp:') || !url.username !== !url.password) {
    // The message does not repeat the value, because it may contain a password.
    context.addIssue('no es una dirección como smtp://usuario:clave@correo.ejemplo.gt:587 o smtps://…')
    return z.NEVER
  }
  const [user, pass] = [decoded(url.username), decoded(url.password)]
  if (user === null || pass === null) {
    context.addIssue('tiene un % que no está codificado: en usuario y clave se escribe %25')
    return z.NEVER
  }
  return {
    host: url.hostname.replace(/^\[(.*)\]$/, '$1'),
    port: Number(url.port) || (isSecure ? 465 : 587),
    secure: isSecure,
    auth: user ? { user, pass } : null,
  }
})

function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text)
  } catch {
    return null
  }
}

const rsaKey = z.string().transform((file, context) => {
  try {
    const pem = readFileSync(file, 'utf8')
    if (createPrivateKey(pem).asymmetricKeyType === 'rsa') return pem
  } catch {}
  context.addIssue('no es un archivo con una clave privada RSA en PEM que se pueda leer')
  return z.NEVER
})

const mailSchema = z.object({
  SMTP_URL: server,
  MAIL_FROM: oneAddress,
  DKIM_DOMAIN: z.hostname('no es un dominio').optional(),
  DKIM_SELECTOR: z
    .string()
    .regex(/^[a-z\d.-]+$/i, 'no es un selector de DKIM')
    .optional(),
  DKIM_KEY_FILE: rsaKey.optional(),
})

const names = Object.keys(mailSchema.shape) as (keyof typeof mailSchema.shape)[]

/** Returns null if mail is not configured. Throws SettingsProblem, whose message does not contain the password. */
export function readMailConfig(env: Variables): MailConfig | null {
  if (names.every((name) => env[name] === undefined)) return null
  if (!env.SMTP_URL || !env.MAIL_FROM) {
    throw new SettingsProblem([`falta ${env.SMTP_URL ? 'MAIL_FROM' : 'SMTP_URL'}: SMTP_URL y MAIL_FROM van juntas`])
  }
  const dkimNames = names.filter((name) => name.startsWith('DKIM'))
  const absent = dkimNames.filter((name) => env[name] === undefined)
  if (absent.length > 0 && absent.length < dkimNames.length) {
    throw new SettingsProblem([`falta ${absent.join(', ')}: para firmar con DKIM van juntas ${dkimNames.join(', ')}`])
  }
  const { SMTP_URL, MAIL_FROM, DKIM_DOMAIN, DKIM_SELECTOR, DKIM_KEY_FILE } = readVariables(mailSchema, env)
  const dkim =
    DKIM_DOMAIN && DKIM_SELECTOR && DKIM_KEY_FILE
      ? { domainName: DKIM_DOMAIN, keySelector: DKIM_SELECTOR, privateKey: DKIM_KEY_FILE }
      : null
  return { server: SMTP_URL, from: MAIL_FROM, dkim }
}

export function mailDomain({ from }: Pick<MailConfig, 'from'>): string {
  return from.address.slice(from.address.lastIndexOf('@') + 1)
}
