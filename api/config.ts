import { resolve } from 'node:path'
import { z } from 'zod'
import { type MailConfig, readMailConfig } from './mail/config.ts'
import { readStoreConfig, type StoreConfig } from './store/config.ts'

/** How this process was told to run. */
export type Config = {
  port: number
  host: string
  /** Absolute path of the folder for everything that changes: database, published site, uploads, backups. */
  dataDir: string
  /** The site's own address without a trailing slash, such as https://conferencia.gt. */
  publicOrigin: string
  /** The event's IANA time zone. */
  timeZone: string
  /** How many proxies in front are believed about the visitor's address. */
  trustProxy: number
  /** Registrations a minute from one address; 0 for no limit. */
  registrationLimit: number
  firstAdmin: { email: string; password: string } | null
  /** Null where no mail is sent. */
  mail: MailConfig | null
  /** Null where everything is in `dataDir`. */
  store: StoreConfig | null
}

const timeZone = z.string().refine((zone) => {
  try {
    new Intl.DateTimeFormat('es', { timeZone: zone })
    return true
  } catch {
    return false
  }
}, 'not an IANA time zone')

const origin = z.url({ protocol: /^https?$/ }).transform((url) => new URL(url).origin)

const envSchema = z.object({
  PORT: z.coerce.number().int().min(0).max(65_535).default(3000),
  HOST: z.string().min(1).default('127.0.0.1'),
  DATA_DIR: z.string().min(1).default('./var'),
  PUBLIC_ORIGIN: origin.optional(),
  TIME_ZONE: timeZone.default('America/Guatemala'),
  TRUST_PROXY: z.preprocess((value) => (value === 'off' ? 0 : value), z.coerce.number().int().min(0).max(10)).default(0),
  REGISTRATION_LIMIT: z.coerce.number().int().min(0).default(300),
  ADMIN_EMAIL: z.email().optional(),
  ADMIN_PASSWORD: z.string().min(6).max(200).optional(),
})

/** Reads the configuration from environment variables. Throws with the name of each variable that makes no sense. */
export function readConfig(env: Record<string, string | undefined>): Config {
  // An empty variable (`PORT=` in an .env file) means the default.
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''))
  const parsed = envSchema.safeParse(given)
  if (!parsed.success) throw new Error(`Configuration: ${z.prettifyError(parsed.error)}`)
  const { PORT, HOST, DATA_DIR, PUBLIC_ORIGIN, TIME_ZONE, TRUST_PROXY, REGISTRATION_LIMIT, ADMIN_EMAIL, ADMIN_PASSWORD } =
    parsed.data
  return {
    port: PORT,
    host: HOST,
    dataDir: resolve(DATA_DIR),
    publicOrigin: PUBLIC_ORIGIN ?? `http://localhost:${PORT}`,
    timeZone: TIME_ZONE,
    trustProxy: TRUST_PROXY,
    registrationLimit: REGISTRATION_LIMIT,
    firstAdmin: ADMIN_EMAIL && ADMIN_PASSWORD ? { email: ADMIN_EMAIL, password: ADMIN_PASSWORD } : null,
    mail: readMailConfig(given),
    store: readStoreConfig(given),
  }
}
