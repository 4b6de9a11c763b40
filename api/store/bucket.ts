import { createHash } from 'node:crypto'
import { S3mini, S3ServiceError } from 's3mini'
import type { StoreConfig } from './config.ts'
import { isMissing, isRefusedCondition, NoBucket } from './problem.ts'
import { sendFile } from './send-file.ts'

/** `key` has no prefix, `size` is in bytes, `changedAt` in Unix milliseconds. */
export type Listed = { key: string; size: number; changedAt: number; tag: string }

export type Sent = { type: string; cacheControl: string }

type Part = { start: number; end: number }

export type Bucket = {
  put(key: string, body: string | Uint8Array, sent: Sent): Promise<void>
  putFile(key: string, path: string, sent: Sent): Promise<void>
  /** Returns false if the key exists. If several calls create one key, only one succeeds. */
  create(key: string, body: string, sent: Sent): Promise<boolean>
  text(key: string): Promise<string | null>
  tag(key: string): Promise<string | null>
  read(key: string, part?: Part): Promise<ReadableStream<Uint8Array> | null>
  list(prefix: string, isFlat?: boolean): Promise<Listed[]>
  remove(keys: readonly string[]): Promise<void>
}

const timeoutMs = 15_000

const signatureLifetimeSeconds = 600

const minBytesPerMs = 50

/** Files below this prefix are never public (deploy/bucket-policy.json). */
export const privatePrefix = 'private/'
export const backupsPrefix = `${privatePrefix}backups/`
export const replicasPrefix = `${privatePrefix}replica/`

export const unsent: Sent = { type: 'application/octet-stream', cacheControl: 'private, no-store' }

export const tagOf = (body: Uint8Array): string => createHash('md5').update(body).digest('hex')

/** Methods throw S3ServiceError or an error of `fetch`. */
export function openBucket({ endpoint, bucket, region, accessKeyId, secretAccessKey, prefix }: StoreConfig): Bucket {
  const access = { endpoint: `${endpoint}/${bucket}`, region, accessKeyId, secretAccessKey }
  const calls = new S3mini({ ...access, requestAbortTimeout: timeoutMs })
  const transfers = new S3mini({ ...access, fetch: fetchUntilAnswered })
  const headers = ({ cacheControl }: Sent) => ({ 'cache-control': cacheControl }) as Record<`x-amz-${string}`, string>
  const full = (key: string) => prefix + key

  const calledBucket: Bucket = {
    async put(key, body, sent) {
      const bytes = typeof body === 'string' ? Buffer.from(body) : body
      const client = bytes.byteLength > timeoutMs * minBytesPerMs ? transfers : calls
      await ended(client.putObject(full(key), bytes, sent.type, undefined, headers(sent)))
    },
    async putFile(key, path, sent) {
      const address = await calls.getPresignedUrl('PUT', full(key), signatureLifetimeSeconds)
      await sendFile(address, path, { ...headers(sent), 'content-type': sent.type })
    },
    async create(key, body, sent) {
      try {
        await ended(calls.putObject(full(key), Buffer.from(body), sent.type, undefined, { ...headers(sent), ...onlyWhereNone }))
        return true
      } catch (error) {
        if (isRefusedCondition(error)) return false
        throw error
      }
    },
    text: (key) => calls.getObject(full(key)),
    tag: (key) => calls.getEtag(full(key)),
    async read(key, part) {
      try {
        const answer = await transfers.getObjectRaw(full(key), part === undefined, part?.start, part && part.end + 1)
        return answer.body
      } catch (error) {
        if (isMissing(error)) return null
        throw error
      }
    },
    async list(below, isFlat = false) {
      const objects = await calls.listObjects('/', full(below), undefined, isFlat ? { delimiter: '/' } : {})
      if (!objects) throw new NoBucket()
      return objects
        .filter(({ Key }) => Key.startsWith(prefix) && !Key.endsWith('/'))
        .map(({ Key, Size, LastModified, ETag }) => {
          const tag = ETag.replace(/"|&quot;/g, '')
          return { key: Key.slice(prefix.length), size: Size, changedAt: LastModified.getTime(), tag }
        })
    },
    async remove(keys) {
      for (const key of keys) await calls.deleteObject(full(key))
    },
  }
  return withoutBodies(calledBucket)
}

/** Removes the bodies of errors, which may contain the key id. It must not reach a log. */
function withoutBodies(bucket: Bucket): Bucket {
  const entries = Object.entries(bucket).map(([name, call]: [string, (...args: never[]) => Promise<unknown>]) => {
    const callWithoutBody = async (...args: never[]) => {
      try {
        return await call(...args)
      } catch (error) {
        if (error instanceof S3ServiceError) error.body = undefined
        throw error
      }
    }
    return [name, callWithoutBody]
  })
  return Object.fromEntries(entries)
}

const onlyWhereNone: Record<string, string> = { 'if-none-match': '*' }

async function ended(answer: Promise<Response>): Promise<void> {
  await (await answer).arrayBuffer()
}

const fetchUntilAnswered: typeof fetch = async (input, init) => {
  const size = init?.body instanceof Blob ? init.body.size : init?.body instanceof Uint8Array ? init.body.byteLength : 0
  const giveUp = new AbortController()
  const timer = setTimeout(
    () => giveUp.abort(new DOMException('no answer in time', 'TimeoutError')),
    timeoutMs + size / minBytesPerMs,
  )
  try {
    return await fetch(input, { ...init, signal: giveUp.signal })
  } finally {
    clearTimeout(timer)
  }
}
