import { createPrivateKey } from 'node:crypto'
import { readFileSync } from 'node:fs'
import parseAddresses from 'nodemailer/lib/addressparser'
import { z } from 'zod'

/** A mail server, and in whose name mails are sent by it. */
export type MailConfig = {
  server: {
    host: string
    port: number
    /** TLS from the first byte. */
    secure: boolean
    /** Null where the server wants no password. */
    auth: { user: string; pass: string } | null
  }
  from: { name: string; address: string }
  /** Signs what is sent; null where the mail server does that, or nobody. */
  dkim: { domainName: string; keySelector: string; privateKey: string } | null
}

/** Why nothing can be sent where there is no `MailConfig`. */
export const notConfigured = 'Este sitio no envía correos: falta configurar el servidor de correo (SMTP_URL y MAIL_FROM).'

const oneAddress = z.string().transform((text, context) => {
  const [first, ...more] = parseAddresses(text)
  if (first?.address && more.length === 0 && z.email().safeParse(first.address).success) {
    return { name: first.name ?? '', address: first.address }
  }
  context.addIssue('not an address such as "Conferencia <hola@conferencia.gt>"')
  return z.NEVER
})

const server = z.string().transform((text, context) => {
  const url = URL.canParse(text) ? new URL(text) : null
  const isSecure = url?.protocol === 'smtps:'
  const isPlain = url?.pathname.replace('/', '') === '' && !url.search && !url.hash
  if (!url?.hostname || !isPlain || !(isSecure || url.protocol === 'smtp:') || !url.username !== !url.password) {
    // Without the value: it holds a password.
    context.addIssue('not an address such as smtp://user:password@mail.example:587 or smtps://…')
    return z.NEVER
  }
  return {
    host: url.hostname.replace(/^\[(.*)\]$/, '$1'),
    port: Number(url.port) || (isSecure ? 465 : 587),
    secure: isSecure,
    auth: url.username ? { user: decodeURIComponent(url.username), pass: decodeURIComponent(url.password) } : null,
  }
})

const rsaKey = z.string().transform((file, context) => {
  try {
    const pem = readFileSync(file, 'utf8')
    if (createPrivateKey(pem).asymmetricKeyType === 'rsa') return pem
  } catch {
    // Said below.
  }
  context.addIssue('not a readable file with an RSA private key in PEM')
  return z.NEVER
})

const mailSchema = z.object({
  SMTP_URL: server,
  MAIL_FROM: oneAddress,
  DKIM_DOMAIN: z.hostname().optional(),
  DKIM_SELECTOR: z
    .string()
    .regex(/^[a-z\d.-]+$/i)
    .optional(),
  DKIM_KEY_FILE: rsaKey.optional(),
})

const names = Object.keys(mailSchema.shape) as (keyof typeof mailSchema.shape)[]

/**
 * Reads how mail is sent from environment variables without empty ones; null where none is configured. Throws with the
 * name of what is missing or makes no sense, never with a password.
 */
export function readMailConfig(env: Record<string, string | undefined>): MailConfig | null {
  if (names.every((name) => env[name] === undefined)) return null
  if (!env.SMTP_URL || !env.MAIL_FROM) {
    throw new Error(`Configuration: ${env.SMTP_URL ? 'MAIL_FROM' : 'SMTP_URL'} is missing: SMTP_URL and MAIL_FROM go together`)
  }
  const dkimNames = names.filter((name) => name.startsWith('DKIM'))
  const absent = dkimNames.filter((name) => env[name] === undefined)
  if (absent.length > 0 && absent.length < dkimNames.length) {
    throw new Error(`Configuration: ${absent.join(', ')} is missing: a DKIM signature needs ${dkimNames.join(', ')}`)
  }
  const parsed = mailSchema.safeParse(env)
  if (!parsed.success) throw new Error(`Configuration: ${z.prettifyError(parsed.error)}`)
  const { SMTP_URL, MAIL_FROM, DKIM_DOMAIN, DKIM_SELECTOR, DKIM_KEY_FILE } = parsed.data
  const dkim =
    DKIM_DOMAIN && DKIM_SELECTOR && DKIM_KEY_FILE
      ? { domainName: DKIM_DOMAIN, keySelector: DKIM_SELECTOR, privateKey: DKIM_KEY_FILE }
      : null
  return { server: SMTP_URL, from: MAIL_FROM, dkim }
}

/** The right side of the address that mails come from. */
export function mailDomain({ from }: Pick<MailConfig, 'from'>): string {
  return from.address.slice(from.address.lastIndexOf('@') + 1)
}
