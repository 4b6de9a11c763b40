/** Copies the site to the bucket. Assets and item pages go before the pages that refer to them. */
import { setImmediate as nextTurn, setTimeout as wait } from 'node:timers/promises'
import pLimit from 'p-limit'
import type { Logger } from 'pino'
import { hourMs, minuteMs } from '../../data/time.ts'
import { immutable } from '../http/representations.ts'
import { changingFolders, isItemFile, isRemovedWithContent, type SiteFile } from '../serving/site.ts'
import { createJob, type Job, type Run } from '../system/job.ts'
import { allSettledOrThrow } from '../system/timing.ts'
import { type Bucket, tagOf } from './bucket.ts'
import { isAnswer, loggedProblem, storeProblem } from './problem.ts'
import { removeUnreferenced } from './remove-unreferenced.ts'
import { watchUnconfirmedPuts } from './unconfirmed-puts.ts'

export type Snapshot = { revision: number; files: ReadonlyMap<string, SiteFile> }

export type RemoteStatus = { revision: number; pending: boolean; error: string | null }

export type Mirror = Job & { status(): RemoteStatus }

type Options = {
  bucket: Bucket
  snapshot: () => Snapshot
  before: readonly (() => Promise<void>)[]
  log: Logger
  firstBackoffMs?: number
  now?: () => number
}

export function createMirror({ bucket, snapshot, before, log, firstBackoffMs = 1000, now = Date.now }: Options): Mirror {
  let there: Map<string, string> | null = null
  let lookedAt = 0
  const unconfirmed = watchUnconfirmedPuts(bucket, now)
  let status: RemoteStatus = { revision: 0, pending: true, error: null }
  let isWanted = true

  async function put(tagsByKey: Map<string, string>, name: string, file: SiteFile, run: Run): Promise<void> {
    run.signal.throwIfAborted()
    tagsByKey.delete(name)
    await threeTimes(async () => {
      try {
        await bucket.put(name, file.body, { type: file.type, cacheControl: file.cacheControl })
      } catch (error) {
        // The bucket may still store this body, even after a later put of the same file.
        unconfirmed.add(name)
        throw error
      }
    })
    tagsByKey.set(name, tag(file))
    run.progressed()
  }

  async function catchUp(run: Run): Promise<void> {
    isWanted = false
    const { revision, files } = snapshot()
    if (files.size === 0) return
    if (!there || Math.abs(now() - lookedAt) > hourMs) {
      there = await threeTimes(() => look(bucket, files))
      lookedAt = now()
    }
    const tagsByKey = there
    for (const [name, currentTag] of await threeTimes(unconfirmed.look)) tagsByKey.set(name, currentTag)
    for (const step of before) await step()
    await putInOrder(await changedFiles(files, tagsByKey), (name, file) => put(tagsByKey, name, file, run))
    await removeGone(bucket, files, tagsByKey)
    if (status.error !== null) log.info('the site in the object store is up to date again')
    status = { revision, pending: isWanted, error: null }
    await removeUnreferenced(bucket, files, tagsByKey, now()).catch((error) => {
      log.warn(loggedProblem(error), 'what the site does not name any more stays in the object store for now')
      there = null
    })
    run.runAgainIn(unconfirmed.msToNextLook() ?? minuteMs)
  }

  const job = createJob({
    work: catchUp,
    everyMs: minuteMs,
    firstBackoffMs,
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
    // Does not wait, because a store that does not answer would delay the end of the process.
    stop: async () => void job.stop(),
  }
}

async function changedFiles(files: Snapshot['files'], tagsByKey: Map<string, string>): Promise<[string, SiteFile][]> {
  const changed: [string, SiteFile][] = []
  for (const entry of files) {
    if (tagsByKey.get(entry[0]) !== tag(entry[1])) changed.push(entry)
    await nextTurn()
  }
  return changed
}

async function putInOrder(changed: [string, SiteFile][], put: (name: string, file: SiteFile) => Promise<void>): Promise<void> {
  const hashed = changed.filter(([, file]) => file.cacheControl === immutable)
  const pages = changed.filter(([, file]) => file.cacheControl !== immutable)
  const fewAtOnce = pLimit(4)
  await allSettledOrThrow(hashed.map(([name, file]) => fewAtOnce(() => put(name, file))))
  // Item pages go before the landing page, which links to them.
  await allSettledOrThrow(pages.filter(isOfItem).map(([name, file]) => fewAtOnce(() => put(name, file))))
  for (const [name, file] of pages.filter((page) => !isOfItem(page)).toSorted(landingLast)) await put(name, file)
}

async function removeGone(bucket: Bucket, files: Snapshot['files'], tagsByKey: Map<string, string>): Promise<void> {
  for (const name of [...tagsByKey.keys()].filter((name) => isRemovedWithContent(name) && isGone(name, files))) {
    await threeTimes(() => bucket.remove([name]))
    tagsByKey.delete(name)
  }
}

/** A share card is not gone while its page is in `files`, even if `files` lacks the card. */
const isGone = (name: string, files: Snapshot['files']) =>
  !files.has(name) && !(name.endsWith('.png') && files.has(name.replace(/(-cuadrada)?\.png$/, '/index.html')))
const isOfItem = ([name]: [string, SiteFile]) => isItemFile(name)

function landingLast([first]: [string, SiteFile], [other]: [string, SiteFile]): number {
  return Number(first === 'index.html') - Number(other === 'index.html')
}

async function threeTimes<T>(call: () => Promise<T>): Promise<T> {
  for (let remainingTries = 2; ; remainingTries--) {
    try {
      return await call()
    } catch (error) {
      if (remainingTries === 0 || isAnswer(error)) throw error
      await wait(100)
    }
  }
}

const tags = new WeakMap<SiteFile, string>()

function tag(file: SiteFile): string {
  const fileTag = tags.get(file) ?? tagOf(file.body)
  tags.set(file, fileTag)
  return fileTag
}

async function look(bucket: Bucket, files: Snapshot['files']): Promise<Map<string, string>> {
  const names = [...files.keys()].filter((name) => !isRemovedWithContent(name))
  const folders = new Set(names.map((name) => name.slice(0, name.lastIndexOf('/') + 1)))
  const listings = await Promise.all([
    ...[...folders].map((folder) => bucket.list(folder, true)),
    ...changingFolders.map((folder) => bucket.list(`${folder}/`)),
  ])
  return new Map(listings.flat().map(({ key, tag }) => [key, tag]))
}
