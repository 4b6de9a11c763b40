/**
 * Keeps the published site in a bucket. No save waits for it: what is live here is caught up with there, the newest state
 * alone, as often as it takes. In this order a page in the bucket never names a file that is not there: uploads, files with
 * a hash in their names, pages.
 */
import { setImmediate as nextTurn, setTimeout as wait } from 'node:timers/promises'
import pLimit from 'p-limit'
import type { Logger } from 'pino'
import { hour, minute } from '../../data/time.ts'
import { immutable } from '../http/representations.ts'
import { isItemFile, itemFolders } from '../serving/item-files.ts'
import type { SiteFile } from '../serving/site.ts'
import { createJob, type Job, type Run } from '../system/job.ts'
import { settled } from '../system/timing.ts'
import { type Bucket, tagOf } from './bucket.ts'
import { isAnswer, loggedProblem, storeProblem } from './problem.ts'
import { removeUnreferenced } from './remove-unreferenced.ts'
import { watchUnconfirmedPuts } from './unconfirmed-puts.ts'

/** What is live here: files by name, and the revision that they show. */
export type Snapshot = { revision: number; files: ReadonlyMap<string, SiteFile> }

/** The copy of the site in the bucket: which revision it shows, whether a newer one is on its way, and what hinders it. */
export type RemoteStatus = { revision: number; pending: boolean; error: string | null }

/** Woken when something new is live; a retry tries now, however long the delay would be. */
export type Mirror = Job & { status(): RemoteStatus }

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

/** Keeps the copy of the site in the bucket up to date, from `start` on. Failures are logged and tried again. */
export function createMirror({ bucket, snapshot, before, log, firstDelay = 1000, now = Date.now }: Options): Mirror {
  /** Tags of what is in the bucket, by key, as far as is known; null before the first look. */
  let there: Map<string, string> | null = null
  let lookedAt = 0
  const unconfirmed = watchUnconfirmedPuts(bucket, now)
  let status: RemoteStatus = { revision: 0, pending: true, error: null }
  let isWanted = true

  async function put(known: Map<string, string>, name: string, file: SiteFile, run: Run): Promise<void> {
    run.signal.throwIfAborted()
    known.delete(name)
    await threeTimes(async () => {
      try {
        await bucket.put(name, file.body, { type: file.type, cacheControl: file.cacheControl })
      } catch (error) {
        // It may arrive all the same, and later than what is put after it.
        unconfirmed.add(name)
        throw error
      }
    })
    known.set(name, tag(file))
    run.progressed()
  }

  async function catchUp(run: Run): Promise<void> {
    // Before anything is read: what is published meanwhile is the next round's.
    isWanted = false
    const { revision, files } = snapshot()
    if (files.size === 0) return
    // Whether the bucket still has what was put there.
    if (!there || Math.abs(now() - lookedAt) > hour) {
      there = await threeTimes(() => look(bucket, files))
      lookedAt = now()
    }
    const known = there
    for (const [name, found] of await threeTimes(unconfirmed.look)) known.set(name, found)
    for (const step of before) await step()
    const changed: [string, SiteFile][] = []
    for (const entry of files) {
      if (known.get(entry[0]) !== tag(entry[1])) changed.push(entry)
      // A tag that is not known yet is made of the whole file.
      await nextTurn()
    }
    const hashed = changed.filter(([, file]) => file.cacheControl === immutable)
    const pages = changed.filter(([, file]) => file.cacheControl !== immutable)
    const fewAtOnce = pLimit(4)
    await settled(hashed.map(([name, file]) => fewAtOnce(() => put(known, name, file, run))))
    // What the landing page names first; of those that are gone nothing stays.
    await settled(pages.filter(isOfItem).map(([name, file]) => fewAtOnce(() => put(known, name, file, run))))
    for (const [name, file] of pages.filter((page) => !isOfItem(page)).toSorted(landingLast)) await put(known, name, file, run)
    for (const name of [...known.keys()].filter((name) => isItemFile(name) && isGone(name, files))) {
      await threeTimes(() => bucket.remove([name]))
      known.delete(name)
    }
    if (status.error !== null) log.info('the site in the object store is up to date again')
    status = { revision, pending: isWanted, error: null }
    await removeUnreferenced(bucket, files, known, now()).catch((error) => {
      // What is too much hinders nobody.
      log.warn(loggedProblem(error), 'what the site does not name any more stays in the object store for now')
      there = null
    })
    run.again(unconfirmed.next() ?? minute)
  }

  const job = createJob({
    work: catchUp,
    every: minute,
    backoff: firstDelay,
    onError(error) {
      isWanted = true
      there = null
      log.warn(loggedProblem(error), 'the site in the object store could not be brought up to date')
      status = { ...status, pending: true, error: storeProblem(error) }
    },
  })

  function want(): void {
    isWanted = true
    status = { ...status, pending: true }
  }

  return {
    status: () => status,
    start: job.start,
    wake() {
      want()
      job.wake()
    },
    retry() {
      there = null
      want()
      job.retry()
    },
    // Not waited for: a store that hangs does not hold up the end, and the next start puts what is missing.
    stop: async () => void job.stop(),
  }
}

/** A card is drawn again after a start: it goes with its page. */
const isGone = (name: string, files: Snapshot['files']) =>
  !files.has(name) && !(name.endsWith('.png') && files.has(name.replace(/(-cuadrada)?\.png$/, '/index.html')))
/** Of the pages of talks and speakers there are hundreds. */
const isOfItem = ([name]: [string, SiteFile]) => isItemFile(name)

/** The landing page names the other files. */
function landingLast([one]: [string, SiteFile], [other]: [string, SiteFile]): number {
  return Number(one === 'index.html') - Number(other === 'index.html')
}

/** Tries three times, for a connection that breaks is no store that fails; an answer that says no is not asked for again. */
async function threeTimes<T>(call: () => Promise<T>): Promise<T> {
  for (let left = 2; ; left--) {
    try {
      return await call()
    } catch (error) {
      if (left === 0 || isAnswer(error)) throw error
      await wait(100)
    }
  }
}

const tags = new WeakMap<SiteFile, string>()

/** The tag that a file has in a bucket. */
function tag(file: SiteFile): string {
  const known = tags.get(file) ?? tagOf(file.body)
  tags.set(file, known)
  return known
}

/** The tags of what is in the bucket, in the folders in which the site has files; those of talks and speakers with all that is in them. */
async function look(bucket: Bucket, files: Snapshot['files']): Promise<Map<string, string>> {
  const names = [...files.keys()].filter((name) => !isItemFile(name))
  const folders = new Set(names.map((name) => name.slice(0, name.lastIndexOf('/') + 1)))
  const found = await Promise.all([
    ...[...folders].map((folder) => bucket.list(folder, true)),
    ...itemFolders.map((folder) => bucket.list(`${folder}/`)),
  ])
  return new Map(found.flat().map(({ key, tag }) => [key, tag]))
}
