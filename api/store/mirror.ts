/**
 * Keeps the published site in a bucket. No save waits for it: what is live here is caught up with there, the newest state
 * alone, as often as it takes. In this order a page in the bucket never names a file that is not there: uploads, files with
 * a hash in their names, pages.
 */

import pLimit from 'p-limit'
import type { Logger } from 'pino'
import { immutable } from '../http/representations.ts'
import type { RemoteStatus } from '../publishing/publisher.ts'
import type { SiteFile } from '../serving/site.ts'
import type { Bucket } from './bucket.ts'
import { loggedProblem, storeProblem } from './problem.ts'
import { removeUnreferenced } from './remove-unreferenced.ts'
import { retry } from './retry.ts'
import { look, tag } from './site-in-bucket.ts'
import { watchUnconfirmedPuts } from './unconfirmed-puts.ts'

/** What is live here: files by name, and the revision that they show. */
export type Snapshot = { revision: number; files: ReadonlyMap<string, SiteFile> }

export type Mirror = {
  status(): RemoteStatus
  /** To be called when something new is live. */
  wake(): void
  /** Tries now, however long the delay would be. Does not wait for it. */
  retry(): void
  /** Looks into the bucket, catches up, and goes on looking after it. */
  start(): void
  stop(): void
}

type Options = {
  bucket: Bucket
  snapshot: () => Snapshot
  /** What else has to be in the bucket before pages are: uploads above all. One after the other. */
  before: readonly (() => Promise<void>)[]
  log: Logger
  /** Milliseconds after the first failure; doubled each time, up to a minute. */
  firstDelay?: number
  now?: () => number
}

const minute = 60_000

/** How often it is looked whether the bucket still has what was put there. */
const hour = 60 * minute

/** Keeps the copy of the site in the bucket up to date, from `start` on. Failures are logged and tried again. */
export function createMirror({ bucket, snapshot, before, log, firstDelay = 1000, now = Date.now }: Options): Mirror {
  /** Tags of what is in the bucket, by key, as far as is known; null before the first look. */
  let there: Map<string, string> | null = null
  let lookedAt = 0
  const unconfirmed = watchUnconfirmedPuts(bucket, now)
  let status: RemoteStatus = { revision: 0, pending: true, error: null }
  let isWanted = true
  let isRunning = false
  let isStopped = false
  let failures = 0
  /** Objects put since the last failure: where some get through, the next try need not wait long. */
  let progress = 0
  let timer: NodeJS.Timeout | undefined

  const at = (milliseconds: number) => {
    clearTimeout(timer)
    if (!isStopped) timer = setTimeout(run, milliseconds).unref()
  }

  async function put(known: Map<string, string>, name: string, file: SiteFile): Promise<void> {
    known.delete(name)
    await retry(async () => {
      try {
        await bucket.put(name, file.body, { type: file.type, cacheControl: file.cacheControl })
      } catch (error) {
        // It may arrive all the same, and later than what is put after it.
        unconfirmed.add(name)
        throw error
      }
    })
    known.set(name, tag(file))
    progress += 1
  }

  async function catchUp(): Promise<void> {
    // Before anything is read: what is published meanwhile is the next round's.
    isWanted = false
    const { revision, files } = snapshot()
    if (files.size === 0) return
    if (!there || now() - lookedAt > hour) {
      there = await retry(() => look(bucket, files))
      lookedAt = now()
    }
    const known = there
    for (const [name, found] of await retry(unconfirmed.look)) known.set(name, found)
    for (const step of before) await step()
    const changed = [...files].filter(([name, file]) => known.get(name) !== tag(file))
    const hashed = changed.filter(([, file]) => file.cacheControl === immutable)
    const pages = changed.filter(([, file]) => file.cacheControl !== immutable)
    const fewAtOnce = pLimit(4)
    await allOf(hashed.map(([name, file]) => fewAtOnce(() => put(known, name, file))))
    for (const [name, file] of pages.toSorted(landingLast)) await put(known, name, file)
    status = { revision, pending: isWanted, error: null }
    await removeUnreferenced(bucket, files, known, now()).catch((error) => {
      // What is too much hinders nobody.
      log.warn(loggedProblem(error), 'what the site does not name any more stays in the object store for now')
      there = null
    })
  }

  async function run(): Promise<void> {
    if (isRunning || isStopped) return
    isRunning = true
    try {
      await catchUp()
      if (failures > 0) log.info('the site in the object store is up to date again')
      failures = 0
      at(isWanted ? 0 : (unconfirmed.next() ?? minute))
    } catch (error) {
      isWanted = true
      failures = progress > 0 ? 1 : failures + 1
      progress = 0
      there = null
      log.warn(loggedProblem(error), 'the site in the object store could not be brought up to date')
      status = { ...status, pending: true, error: storeProblem(error) }
      // Not all at the same moment, where several lost the same store.
      at(Math.min(minute, firstDelay * 2 ** (failures - 1)) * (0.75 + Math.random() / 2))
    } finally {
      isRunning = false
    }
  }

  const wake = () => {
    isWanted = true
    status = { ...status, pending: true }
    // While the store fails, the delay stands: saves do not press it.
    if (!isRunning && failures === 0) at(0)
  }

  return {
    status: () => status,
    wake,
    retry() {
      there = null
      wake()
      if (!isRunning) at(0)
    },
    start: () => at(0),
    stop() {
      isStopped = true
      clearTimeout(timer)
    },
  }
}

/** The landing page names the other files. */
function landingLast([one]: [string, SiteFile], [other]: [string, SiteFile]): number {
  return Number(one === 'index.html') - Number(other === 'index.html')
}

/** Waits for all of them, also when one fails, and then throws the first error. */
async function allOf(work: Promise<void>[]): Promise<void> {
  const failed = (await Promise.allSettled(work)).find((outcome) => outcome.status === 'rejected')
  if (failed) throw failed.reason
}
