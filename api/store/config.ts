import { z } from 'zod'
import { readVariables, SettingsProblem, type Variables } from '../system/settings.ts'

export type StoreConfig = {
  endpoint: string
  region: string
  bucket: string
  accessKeyId: string
  secretAccessKey: string
  prefix: string
  publicUrl: string | null
}

const address = z.string().transform((text, context) => {
  const url = URL.canParse(text) ? new URL(text) : null
  if (url && /^https?:$/.test(url.protocol) && !url.username && !url.password && !url.search && !url.hash) {
    return url.href.endsWith('/') ? url.href.slice(0, -1) : url.href
  }
  context.addIssue('no es una dirección como https://s3.ejemplo.gt')
  return z.NEVER
})

/** https://docs.aws.amazon.com/AmazonS3/latest/userguide/bucketnamingrules.html */
const bucketName = z.string().regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, 'no es el nombre de un bucket')
const prefix = z
  .string()
  .regex(/^\/?[\w-]+(\/[\w-]+)*\/?$/, 'no es una ruta como conferencia o sitios/2026')
  .transform((path) => `${path.replace(/^\/|\/$/g, '')}/`)
const oneWord = z.string().regex(/^[\x21-\x7e]+$/, 'tiene espacios o letras que no son ASCII')

const storeSchema = z.object({
  S3_ENDPOINT: address,
  S3_REGION: oneWord,
  S3_BUCKET: bucketName,
  S3_ACCESS_KEY_ID: oneWord,
  S3_SECRET_ACCESS_KEY: oneWord,
  S3_PREFIX: prefix.optional(),
  S3_PUBLIC_URL: address.optional(),
})

const names = Object.keys(storeSchema.shape) as (keyof typeof storeSchema.shape)[]
const needed = names.filter((name) => name !== 'S3_PREFIX' && name !== 'S3_PUBLIC_URL')

export function readStoreConfig(env: Variables): StoreConfig | null {
  if (names.every((name) => env[name] === undefined)) return null
  const absent = needed.filter((name) => env[name] === undefined)
  if (absent.length > 0) throw new SettingsProblem([`falta ${absent.join(', ')}: van juntas ${needed.join(', ')}`])
  const data = readVariables(storeSchema, env)
  return {
    endpoint: data.S3_ENDPOINT,
    region: data.S3_REGION,
    bucket: data.S3_BUCKET,
    accessKeyId: data.S3_ACCESS_KEY_ID,
    secretAccessKey: data.S3_SECRET_ACCESS_KEY,
    prefix: data.S3_PREFIX ?? '',
    publicUrl: data.S3_PUBLIC_URL ?? null,
  }
}
