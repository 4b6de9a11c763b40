import { resolve } from 'node:path'
import { z } from 'zod'
import { type MailConfig, readMailConfig } from './mail/config.ts'
import { readStoreConfig, type StoreConfig } from './store/config.ts'
import { readAll, readVariables, SettingsProblem, type Variables } from './system/settings.ts'

export type Config = {
  port: number
  host: string
  dataDir: string
  /** Without a trailing slash, such as https://conferencia.gt. */
  publicOrigin: string
  timeZone: string
  trustProxy: number
  /** Registrations per minute and IP address. 0 means no limit. */
  registrationLimit: number
  firstAdmin: { email: string; password: string } | null
  mail: MailConfig | null
  store: StoreConfig | null
  metricsToken: string | null
}

const timeZone = z.string().refine((zone) => {
  try {
    new Intl.DateTimeFormat('es', { timeZone: zone })
    return true
  } catch {
    return false
  }
}, 'no es una zona horaria como America/Guatemala')

const origin = z.string().transform((text, context) => {
  const url = URL.canParse(text) ? new URL(text) : null
  const isAddress = url !== null && /^https?:$/.test(url.protocol)
  if (isAddress && url.href === `${url.origin}/`) return url.origin
  context.addIssue(
    isAddress
      ? `lleva más que la dirección del sitio, que está siempre en la raíz de su dominio: ${url.origin}`
      : 'no es una dirección como https://conferencia.gt',
  )
  return z.NEVER
})

const integer = (from: number, to: number, error: string) =>
  z.coerce.number({ error }).int({ error }).min(from, { error }).max(to, { error })

const envSchema = z.object({
  PORT: integer(0, 65_535, 'no es un puerto, un número de 0 a 65535').default(3000),
  HOST: z.string().min(1).default('127.0.0.1'),
  DATA_DIR: z.string().min(1).default('./var'),
  PUBLIC_ORIGIN: origin.optional(),
  TIME_ZONE: timeZone.default('America/Guatemala'),
  TRUST_PROXY: z
    .preprocess((value) => (value === 'off' ? 0 : value), integer(0, 10, 'no es un número de proxies, de 0 a 10, ni off'))
    .default(0),
  REGISTRATION_LIMIT: integer(0, Number.MAX_SAFE_INTEGER, 'no es un número entero, de 0 en adelante').default(300),
  ADMIN_EMAIL: z.email('no es un correo electrónico').optional(),
  ADMIN_PASSWORD: z.string().min(6, 'tiene menos de 6 caracteres').max(200, 'tiene más de 200 caracteres').optional(),
  METRICS_TOKEN: z
    .string()
    .regex(/^[\x21-\x7e]{1,500}$/, 'tiene espacios o letras que no son ASCII, o más de 500')
    .optional(),
})

/** Throws SettingsProblem, which names all invalid variables at once. */
export function readConfig(env: Variables): Config {
  // An empty variable such as `PORT=` means the default.
  const setVariables = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''))
  const [settings, firstAdmin, mail, store] = readAll(
    () => readVariables(envSchema, setVariables),
    () => readFirstAdmin(setVariables),
    () => readMailConfig(setVariables),
    () => readStoreConfig(setVariables),
  )
  return {
    port: settings.PORT,
    host: settings.HOST,
    dataDir: resolve(settings.DATA_DIR),
    publicOrigin: settings.PUBLIC_ORIGIN ?? `http://localhost:${settings.PORT}`,
    timeZone: settings.TIME_ZONE,
    trustProxy: settings.TRUST_PROXY,
    registrationLimit: settings.REGISTRATION_LIMIT,
    firstAdmin,
    mail,
    store,
    metricsToken: settings.METRICS_TOKEN ?? null,
  }
}

function readFirstAdmin({ ADMIN_EMAIL: email, ADMIN_PASSWORD: password }: Variables): Config['firstAdmin'] {
  if (email && password) return { email, password }
  if (!email && !password) return null
  throw new SettingsProblem([`falta ${email ? 'ADMIN_PASSWORD' : 'ADMIN_EMAIL'}: ADMIN_EMAIL y ADMIN_PASSWORD van juntas`])
}

export function shownSettings(config: Config): Record<string, unknown> {
  const { firstAdmin, mail, store, metricsToken, ...plainSettings } = config
  return {
    ...plainSettings,
    mail: mail && { server: `${mail.server.host}:${mail.server.port}`, from: mail.from.address, isSigned: mail.dkim !== null },
    store: store && { endpoint: store.endpoint, bucket: store.bucket, prefix: store.prefix, publicUrl: store.publicUrl },
    hasMetrics: metricsToken !== null,
  }
}
