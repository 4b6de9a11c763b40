/** A bucket of an object store that speaks S3: what the product asks of it, and nothing more. */
import { createHash } from 'node:crypto'
import { S3mini, S3ServiceError } from 's3mini'
import type { StoreConfig } from './config.ts'
import { isMissing, isRefusedCondition, NoBucket } from './problem.ts'
import { sendFile } from './send-file.ts'

/** An object as a listing has it: its key without the prefix, bytes, Unix milliseconds, and its tag without quotes. */
export type Listed = { key: string; size: number; changedAt: number; tag: string }

/** How an object is sent to whoever reads it. */
export type Sent = { type: string; cacheControl: string }

/** Bytes of a file, both ends included. */
type Part = { start: number; end: number }

export type Bucket = {
  put(key: string, body: string | Uint8Array, sent: Sent): Promise<void>
  /** Puts a file of any size, of which no more than a little is in memory at a time. */
  putFile(key: string, path: string, sent: Sent): Promise<void>
  /** Puts an object where there is none; false where there is one. Of several at once only one succeeds. */
  create(key: string, body: string, sent: Sent): Promise<boolean>
  /** An object's text, or null. */
  text(key: string): Promise<string | null>
  /** An object's tag, or null. Of one that was put whole it is the MD5 of its bytes, with most stores: see `tagOf`. */
  tag(key: string): Promise<string | null>
  /** An object's bytes as they come, or a part of them; null when it is not there. */
  read(key: string, part?: Part): Promise<ReadableStream<Uint8Array> | null>
  /** All objects whose keys begin with `prefix`; with `isFlat` without those in folders below it. */
  list(prefix: string, isFlat?: boolean): Promise<Listed[]>
  /** Removes objects. One that is not there is no error. */
  remove(keys: readonly string[]): Promise<void>
}

/** For how long a small call may take, in milliseconds. */
const patience = 15_000

/** For how many seconds a file may be on its way to the store before it begins to arrive. */
const signedFor = 600

/** The slowest connection on which a file is still sent, in bytes a millisecond. */
const slowest = 50

/** Objects that are private in the bucket, whatever else visitors may read: see deploy/bucket-policy.json. */
export const privatePrefix = 'private/'
export const backupsPrefix = `${privatePrefix}backups/`
/** Litestream's copies of the database, in a folder for each number under which a machine wrote. */
export const replicasPrefix = `${privatePrefix}replica/`

/** What is never sent to a visitor. */
export const unsent: Sent = { type: 'application/octet-stream', cacheControl: 'private, no-store' }

/** What `tag` says of an object with these bytes. */
export const tagOf = (body: Uint8Array): string => createHash('md5').update(body).digest('hex')

/** Calls the bucket that is configured. All of it throws an S3ServiceError, or what `fetch` throws, when the store fails. */
export function openBucket({ endpoint, bucket, region, accessKeyId, secretAccessKey, prefix }: StoreConfig): Bucket {
  const access = { endpoint: `${endpoint}/${bucket}`, region, accessKeyId, secretAccessKey }
  const calls = new S3mini({ ...access, requestAbortTimeout: patience })
  const transfers = new S3mini({ ...access, fetch: fetchUntilAnswered })
  const headers = ({ cacheControl }: Sent) => ({ 'cache-control': cacheControl }) as Record<`x-amz-${string}`, string>
  const full = (key: string) => prefix + key

  const asked: Bucket = {
    async put(key, body, sent) {
      const bytes = typeof body === 'string' ? Buffer.from(body) : body
      const client = bytes.byteLength > patience * slowest ? transfers : calls
      await ended(client.putObject(full(key), bytes, sent.type, undefined, headers(sent)))
    },
    async putFile(key, path, sent) {
      const address = await calls.getPresignedUrl('PUT', full(key), signedFor)
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
      const listed = await calls.listObjects('/', full(below), undefined, isFlat ? { delimiter: '/' } : {})
      if (!listed) throw new NoBucket()
      return listed
        .filter(({ Key }) => Key.startsWith(prefix) && !Key.endsWith('/'))
        .map(({ Key, Size, LastModified, ETag }) => {
          const tag = ETag.replace(/"|&quot;/g, '')
          return { key: Key.slice(prefix.length), size: Size, changedAt: LastModified.getTime(), tag }
        })
    },
    async remove(keys) {
      // One by one: not every store knows how to remove many at once.
      for (const key of keys) await calls.deleteObject(full(key))
    },
  }
  return withoutBodies(asked)
}

/** A store's error repeats what it was sent, the key's name included: that is in no log, whoever writes it. */
function withoutBodies(bucket: Bucket): Bucket {
  const entries = Object.entries(bucket).map(([name, call]: [string, (...args: never[]) => Promise<unknown>]) => {
    const quiet = async (...args: never[]) => {
      try {
        return await call(...args)
      } catch (error) {
        if (error instanceof S3ServiceError) error.body = undefined
        throw error
      }
    }
    return [name, quiet]
  })
  return Object.fromEntries(entries)
}

const onlyWhereNone: Record<string, string> = { 'if-none-match': '*' }

/** Reads an answer to its end, so that its connection serves the next call. */
async function ended(answer: Promise<Response>): Promise<void> {
  await (await answer).arrayBuffer()
}

/** As `fetch`, given up when no answer begins in the time that the body may need. How long the answer takes is its reader's matter. */
const fetchUntilAnswered: typeof fetch = async (input, init) => {
  const size = init?.body instanceof Blob ? init.body.size : init?.body instanceof Uint8Array ? init.body.byteLength : 0
  const giveUp = new AbortController()
  const timer = setTimeout(() => giveUp.abort(new DOMException('no answer in time', 'TimeoutError')), patience + size / slowest)
  try {
    return await fetch(input, { ...init, signal: giveUp.signal })
  } finally {
    clearTimeout(timer)
  }
}
