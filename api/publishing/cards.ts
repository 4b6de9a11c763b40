/**
 * The share cards of talks and speakers as files: drawn after a publish, one at a time, or when first asked for. What was drawn is kept
 * by a hash of all that is on it in DATA_DIR/cards, and linked into the published folder under its address.
 */
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

/** A card that there is to be. */
type Wanted = { card: ShareCard; shape: CardShape; hash: string }

/** A card's file; or where the card of this name is now, if it has moved. */
type Found = SiteFile | { location: string }

/** Draws what is missing when it is woken, and takes away what nobody is to see any more. */
export type Cards = Job & {
  /**
   * The card of this name, such as 'charlas/tejer.png', drawn if it is not yet; null where there is none. Throws Unavailable when
   * too many wait.
   */
  find(name: string): Promise<Found | null>
  /** Cards by name in the published folder, as far as they are drawn. */
  files(): ReadonlyMap<string, SiteFile>
  /** Draws all that are missing. Throws when one cannot be drawn. */
  drawAll(signal?: AbortSignal): Promise<void>
  /** All squares by name, one after the other, each drawn if it is not yet. */
  squares(): AsyncGenerator<{ name: string; png: Bytes }>
}

type Options = {
  db: Db
  draw: DrawCard
  storage: Pick<Storage, 'find'>
  timeZone: string
  /** Where drawn cards are kept, and the published folder. */
  keptDir: string
  wwwDir: string
  log: Logger
  /** Called when the published folder has other cards than before. */
  onChange?: () => void
}

/** Drawings that visitors may wait for at a time. */
const mostWaiting = 20

const pngFile = { type: 'image/png', cacheControl: revalidate }

/** Milliseconds after the last save, or the start, before cards are drawn that nobody asked for: each of many saves may change them all. */
const quiet = minuteMs

/** Names of cards end so; the pages beside them do not. */
const ending = '.png'
const squareEnding = `-cuadrada${ending}`

/** The cards of what is stored in `db`. */
export function createCards({ db, draw, storage, timeZone, keptDir, wwwDir, log, onChange }: Options): Cards {
  let known: { revision: number; wanted: Map<string, Wanted> } | null = null
  /** Names of the cards in the published folder; null before they were looked for. */
  let laidOut: Set<string> | null = null
  /** The talks and speakers whom visitors saw when it was last looked whom they are not to see. */
  let seen: { charlas: readonly { slug: string }[]; speakers: readonly { slug: string }[] } | null = null
  const placed = new Map<string, { hash: string; file: SiteFile }>()
  const drawing = new Map<string, Promise<void>>()
  const keptAs = (hash: string) => join(keptDir, hash + ending)

  /** What there is to be; the same map while nothing is saved. */
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

  /** Takes the cards away of what visitors are not to see any more: at once, for its page goes with the save. */
  function hide(): void {
    laidOut ??= new Set(itemFolders.flatMap(cardsIn))
    const open = publicContent(readContent(db).content, timeZone)
    const shown = { charlas: listedEvents(open), speakers: open.speakers }
    // Lists of which nothing changed are the same lists.
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

  /** The cards that a folder has; none where it is not there. */
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

  /** Draws a card that is not kept yet. Whoever wants the same meanwhile waits for the same. */
  function keep({ card, shape, hash }: Wanted): Promise<void> {
    const begun = drawing.get(hash) ?? drawNow().finally(() => drawing.delete(hash))
    drawing.set(hash, begun)
    return begun

    async function drawNow(): Promise<void> {
      // A portrait that cannot be read now is none: the card is drawn anew when it is another.
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

  /** Puts a kept card into the published folder in place of the one before. */
  async function place(name: string, { hash }: Wanted): Promise<void> {
    const path = join(wwwDir, name)
    await mkdir(join(path, '..'), { recursive: true })
    const temporary = temporaryOf(path)
    await linkOrCopy(keptAs(hash), temporary)
    await rename(temporary, path)
    // Where both were the same file already, the first name stays.
    await rm(temporary, { force: true })
    placed.set(name, { hash, file: fileOf(hash) })
    laidOut?.add(name)
    seen = null
  }

  /** Read when somebody wants it: all of them are more than a small machine has memory for. */
  function fileOf(hash: string): SiteFile {
    return {
      get body() {
        return readFileSync(keptAs(hash))
      },
      hash,
      ...pngFile,
    }
  }

  /**
   * Takes away what is not to be seen any more, and then what no card is any more, here or in the folder; but nothing younger than an
   * hour, for an export of a newer revision may have just drawn it.
   */
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
    // Until a card is drawn anew the one before is on the page, and a mirror may still read it.
    const hashes = new Set([...cards.values(), ...placed.values()].map(({ hash }) => hash + ending))
    for (const file of await readdir(keptDir).catch(() => [])) {
      const path = join(keptDir, file)
      if (!hashes.has(file) && (await isOlderThan(path, hourMs))) await rm(path, { force: true })
    }
    return isChanged
  }

  /** `rests` as long as each drawing took, so that half of a small machine's time is left. */
  async function drawAll(signal?: AbortSignal, rests = false): Promise<void> {
    const cards = wanted()
    let isChanged = await tidy(cards)
    let failure: unknown
    for (const [name, card] of cards) {
      // A save meanwhile wakes this again.
      if (signal?.aborted || (rests && wanted() !== cards)) break
      if (placed.get(name)?.hash === card.hash) continue
      const begun = performance.now()
      try {
        const isKept = (await read(card.hash)) !== null
        if (!isKept) await keep(card)
        await place(name, card)
        // Whoever was hidden while it was drawn is not to be seen.
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
    work({ signal, again }) {
      const left = wokenAt + quiet - performance.now()
      return left > 0 ? again(left) : drawAll(signal, true)
    },
    firstAfter: quiet,
    every: hourMs,
    backoff: 10_000,
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

/** What the cards of a talk or a speaker are called. */
const namesOf = (folder: string, slug: string) => [ending, squareEnding].map((end) => `${folder}/${slug}${end}`)

/** A name of its own each time: an export draws into the same folder, and may draw the same card at the same time. */
const temporaryOf = (path: string) => `${path}.${randomUUID()}${temporaryEnding}`

async function isOlderThan(path: string, age: number): Promise<boolean> {
  const found = await stat(path).catch(() => null)
  return found !== null && Date.now() - found.mtimeMs > age
}

/** The address of a card whose talk or speaker had this one before; null where nobody had, or nobody is to see them. */
function movedTo(db: Db, cards: ReadonlyMap<string, Wanted>, name: string): string | null {
  const [folder, file = ''] = name.split('/')
  const key = folder === 'charlas' ? 'events' : 'speakers'
  const [, slug = '', rest = ''] = /^(.*?)((?:-cuadrada)?\.png)$/.exec(file) ?? []
  const owner = slugOwners(db, key).get(slug)
  const now = readContent(db).content[key].find(({ id }) => id === owner)
  const moved = `${folder}/${now?.slug}${rest}`
  return now && cards.has(moved) ? `/${moved}` : null
}
