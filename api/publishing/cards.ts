/** Share cards of talks and speakers. Stored by content hash in DATA_DIR/cards and linked into the published folder. */
import { randomUUID } from 'node:crypto'
import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { Logger } from 'pino'
import { readContent } from '../../data/content/content.ts'
import { slugOwners } from '../../data/content/slugs.ts'
import type { Db } from '../../data/db/db.ts'
import { listedEvents, publicContent } from '../../data/programme/public-content.ts'
import { hourMs, minuteMs } from '../../data/time.ts'
import { type CardShape, cardHash, type DrawCard, type ShareCard } from '../drawing/share-card.ts'
import { talkCards } from '../drawing/talk-cards.ts'
import { Unavailable } from '../http/errors.ts'
import { revalidate } from '../http/representations.ts'
import { itemFolders } from '../serving/item-files.ts'
import type { Bytes, SiteFile } from '../serving/site.ts'
import { createJob, type Job } from '../system/job.ts'
import { isUploadName } from '../uploads/names.ts'
import { linkOrCopy, type Storage } from '../uploads/storage.ts'
import { temporaryEnding } from './staging.ts'

type Wanted = { card: ShareCard; shape: CardShape; hash: string }

/** `location` if the card has moved. */
type Found = SiteFile | { location: string }

export type Cards = Job & {
  /** Draws the card if necessary. Null if it should not exist. Throws Unavailable if too many requests wait. */
  find(name: string): Promise<Found | null>
  /** Cards drawn so far, by name. */
  files(): ReadonlyMap<string, SiteFile>
  /** Draws all missing cards. Throws if a drawing fails. */
  drawAll(signal?: AbortSignal): Promise<void>
  squares(): AsyncGenerator<{ name: string; png: Bytes }>
}

type Options = {
  db: Db
  draw: DrawCard
  storage: Pick<Storage, 'find'>
  timeZone: string
  keptDir: string
  wwwDir: string
  log: Logger
  /** Called after the published cards change. */
  onChange?: () => void
}

const mostWaiting = 20

const pngFile = { type: 'image/png', cacheControl: revalidate }

/** Delay after the last save or the start. Several saves in a row then draw once. */
const quiet = minuteMs

const ending = '.png'
const squareEnding = `-cuadrada${ending}`

/** Creates the cards for the content in `db`. */
export function createCards({ db, draw, storage, timeZone, keptDir, wwwDir, log, onChange }: Options): Cards {
  let known: { revision: number; wanted: Map<string, Wanted> } | null = null
  /** Null until the folder is read. */
  let laidOut: Set<string> | null = null
  /** Visible talks and speakers at the last check. */
  let seen: { charlas: readonly { slug: string }[]; speakers: readonly { slug: string }[] } | null = null
  const placed = new Map<string, { hash: string; file: SiteFile }>()
  const drawing = new Map<string, Promise<void>>()
  const keptAs = (hash: string) => join(keptDir, hash + ending)

  /** Cached per revision. */
  function wanted(): Map<string, Wanted> {
    const { content, revision } = readContent(db)
    if (known?.revision === revision) return known.wanted
    const all = publicContent(content, timeZone)
    const open = { ...all, events: listedEvents(all) }
    const { ofTalk, ofSpeaker } = talkCards(open, timeZone)
    const cards: [string, ShareCard][] = [
      ...open.events.map((talk): [string, ShareCard] => [`charlas/${talk.slug}`, ofTalk(talk)]),
      ...open.speakers.map((speaker): [string, ShareCard] => [`speakers/${speaker.slug}`, ofSpeaker(speaker)]),
    ]
    const map = new Map<string, Wanted>()
    for (const [name, card] of cards) map.set(name + ending, { card, shape: 'wide', hash: cardHash(card, 'wide') })
    for (const [name, card] of cards)
      if (!map.has(name + squareEnding)) map.set(name + squareEnding, { card, shape: 'square', hash: cardHash(card, 'square') })
    for (const folder of itemFolders) map.delete(`${folder}/${ending}`)
    known = { revision, wanted: map }
    return map
  }

  /** Deletes cards of hidden items. Runs with the save, because their pages disappear with it. */
  function hide(): void {
    laidOut ??= new Set(itemFolders.flatMap(cardsIn))
    const open = publicContent(readContent(db).content, timeZone)
    const shown = { charlas: listedEvents(open), speakers: open.speakers }
    // Unchanged lists are the same objects.
    if (seen?.charlas === shown.charlas && seen.speakers === shown.speakers) return
    seen = shown
    const names = new Set(itemFolders.flatMap((folder) => shown[folder].flatMap(({ slug }) => namesOf(folder, slug))))
    for (const name of laidOut) {
      if (names.has(name)) continue
      placed.delete(name)
      try {
        rmSync(join(wwwDir, name), { force: true })
        laidOut.delete(name)
      } catch (error) {
        seen = null
        log.error({ err: error, name }, 'a card stays in the folder for now')
      }
    }
  }

  function cardsIn(folder: string): string[] {
    try {
      return readdirSync(join(wwwDir, folder)).flatMap((file) => (file.endsWith(ending) ? `${folder}/${file}` : []))
    } catch {
      return []
    }
  }

  async function portrait(address: string): Promise<Bytes | null> {
    const name = address.slice('/public-objects/'.length)
    const found = isUploadName(name) ? await storage.find(name) : null
    return found && Buffer.from(await new Response(await found.read()).arrayBuffer())
  }

  /** Concurrent calls for one card share a drawing. */
  function keep({ card, shape, hash }: Wanted): Promise<void> {
    const begun = drawing.get(hash) ?? drawNow().finally(() => drawing.delete(hash))
    drawing.set(hash, begun)
    return begun

    async function drawNow(): Promise<void> {
      // An unreadable portrait is left out. A new portrait changes the hash.
      const portraits = await Promise.all(card.portraits.map(portrait))
      const png = await draw(
        card,
        shape,
        portraits.filter((bytes) => bytes !== null),
      )
      await mkdir(keptDir, { recursive: true })
      const temporary = temporaryOf(keptAs(hash))
      await writeFile(temporary, png)
      await rename(temporary, keptAs(hash))
    }
  }

  const read = (hash: string): Promise<Bytes | null> => readFile(keptAs(hash)).catch(() => null)

  async function pngOf(card: Wanted): Promise<Bytes> {
    const kept = await read(card.hash)
    if (kept) return kept
    await keep(card)
    return readFile(keptAs(card.hash))
  }

  async function place(name: string, { hash }: Wanted): Promise<void> {
    const path = join(wwwDir, name)
    await mkdir(join(path, '..'), { recursive: true })
    const temporary = temporaryOf(path)
    await linkOrCopy(keptAs(hash), temporary)
    await rename(temporary, path)
    // rename() does nothing if both names already link to one file.
    await rm(temporary, { force: true })
    placed.set(name, { hash, file: fileOf(hash) })
    laidOut?.add(name)
    seen = null
  }

  /** Read on demand: all cards together exceed a small machine's memory. */
  function fileOf(hash: string): SiteFile {
    return {
      get body() {
        return readFileSync(keptAs(hash))
      },
      hash,
      ...pngFile,
    }
  }

  /** Deletes unused cards older than an hour. A running export may have drawn the younger ones. */
  async function tidy(cards: ReadonlyMap<string, Wanted>): Promise<boolean> {
    let isChanged = false
    for (const folder of itemFolders) {
      for (const file of await readdir(join(wwwDir, folder)).catch(() => [])) {
        const name = `${folder}/${file}`
        if (!file.endsWith(ending) || cards.has(name)) continue
        await rm(join(wwwDir, name), { force: true })
        isChanged = true
      }
    }
    for (const name of placed.keys()) if (!cards.has(name)) placed.delete(name)
    // Until a card is redrawn its old version is published, and a mirror may still read it.
    const hashes = new Set([...cards.values(), ...placed.values()].map(({ hash }) => hash + ending))
    for (const file of await readdir(keptDir).catch(() => [])) {
      const path = join(keptDir, file)
      if (!hashes.has(file) && (await isOlderThan(path, hourMs))) await rm(path, { force: true })
    }
    return isChanged
  }

  /** `rests` pauses as long as each drawing took, which leaves half of the processor free. */
  async function drawAll(signal?: AbortSignal, rests = false): Promise<void> {
    const cards = wanted()
    let isChanged = await tidy(cards)
    let failure: unknown
    for (const [name, card] of cards) {
      // A new save wakes this job again.
      if (signal?.aborted || (rests && wanted() !== cards)) break
      if (placed.get(name)?.hash === card.hash) continue
      const begun = performance.now()
      try {
        const isKept = (await read(card.hash)) !== null
        if (!isKept) await keep(card)
        await place(name, card)
        // The item may have been hidden during the drawing.
        if (!wanted().has(name)) hide()
        isChanged = true
        if (rests && !isKept) await wait(performance.now() - begun, undefined, { signal })
      } catch (error) {
        if (signal?.aborted) break
        failure ??= error
      }
    }
    if (isChanged) onChange?.()
    if (failure !== undefined) throw failure
  }

  let wokenAt = 0
  const job = createJob({
    work({ signal, runAgainIn }) {
      const left = wokenAt + quiet - performance.now()
      return left > 0 ? runAgainIn(left) : drawAll(signal, true)
    },
    firstRunAfterMs: quiet,
    everyMs: hourMs,
    firstBackoffMs: 10_000,
    onError: (err) => log.warn({ err }, 'a share card could not be drawn'),
  })

  return {
    ...job,
    wake() {
      wokenAt = performance.now()
      hide()
      job.wake()
    },
    drawAll: (signal) => drawAll(signal),
    files: () => new Map([...placed].map(([name, { file }]) => [name, file])),
    async find(name) {
      const card = wanted().get(name)
      if (!card) {
        const location = movedTo(db, wanted(), name)
        return location ? { location } : null
      }
      const kept = await read(card.hash)
      if (!kept && drawing.size >= mostWaiting && !drawing.has(card.hash)) throw new Unavailable('too many cards are waited for')
      return { ...pngFile, hash: card.hash, body: kept ?? (await pngOf(card)) }
    },
    async *squares() {
      for (const [name, card] of wanted()) if (card.shape === 'square') yield { name, png: await pngOf(card) }
    },
  }
}

const namesOf = (folder: string, slug: string) => [ending, squareEnding].map((end) => `${folder}/${slug}${end}`)

/** Unique, because an export may draw one card at the same time. */
const temporaryOf = (path: string) => `${path}.${randomUUID()}${temporaryEnding}`

async function isOlderThan(path: string, age: number): Promise<boolean> {
  const found = await stat(path).catch(() => null)
  return found !== null && Date.now() - found.mtimeMs > age
}

/** Current address of a card with a former slug, or null. */
function movedTo(db: Db, cards: ReadonlyMap<string, Wanted>, name: string): string | null {
  const [folder, file = ''] = name.split('/')
  const key = folder === 'charlas' ? 'events' : 'speakers'
  const [, slug = '', rest = ''] = /^(.*?)((?:-cuadrada)?\.png)$/.exec(file) ?? []
  const owner = slugOwners(db, key).get(slug)
  const now = readContent(db).content[key].find(({ id }) => id === owner)
  const moved = `${folder}/${now?.slug}${rest}`
  return now && cards.has(moved) ? `/${moved}` : null
}
