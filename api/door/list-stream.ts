import { Readable } from 'node:stream'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { constants, createBrotliCompress, createGzip } from 'node:zlib'
import type { Db } from '../../data/db/db.ts'
import { beginDoorList, changeOf, changesAfter, doorPeopleAfter, type ListPosition } from '../../data/door/list.ts'
import type { DoorPlaces } from '../../data/door/schema.ts'
import type { DoorSession } from '../../data/seats/schema.ts'
import type { Encoding } from '../http/representations.ts'

/** Reading this many people takes about three milliseconds, during which other requests wait. */
const peopleAtOnceCount = 500

export async function* doorListParts(
  db: Db,
  since: string | undefined,
  head: { now: string; keepUntil: string | null; sessions: DoorSession[]; places?: DoorPlaces },
): AsyncGenerator<string> {
  const cursor = beginDoorList(db, head.now)
  const change = since === undefined ? null : changeOf(db, since)
  const opening = JSON.stringify({ cursor, isWhole: change === null, ...head })
  yield `${opening.slice(0, -1)},"people":[`
  const removedIds: string[] = []
  let isFirst = true
  const people = change === null ? wholeList(db) : changedSince(db, change, changeOf(db, cursor) ?? 0, removedIds)
  for (const part of people) {
    if (part.length > 0) {
      const texts = part.map((person) => JSON.stringify(person)).join(',')
      yield isFirst ? texts : `,${texts}`
      isFirst = false
    }
    await nextTurn()
  }
  yield `],"gone":${JSON.stringify(removedIds)}}`
}

function* wholeList(db: Db) {
  let after: ListPosition | null = null
  do {
    const { people, next } = doorPeopleAfter(db, after, peopleAtOnceCount)
    yield people
    after = next
  } while (after !== null)
}

function* changedSince(db: Db, change: number, upTo: number, removedIds: string[]) {
  for (let after: number | null = change; after !== null; ) {
    const part = changesAfter(db, after, upTo, peopleAtOnceCount)
    removedIds.push(...part.gone)
    yield part.people
    after = part.next
  }
}

/** The list is mostly random hashes. These options make the gzip file a tenth smaller, and smaller than a brotli file. */
const randomText = { strategy: constants.Z_FILTERED, level: 9, memLevel: 9 }

export function compressed(
  parts: AsyncIterable<string>,
  encoding: Encoding | null,
  onClose: () => void,
): ReadableStream<Uint8Array> {
  const text = Readable.from(parts, { objectMode: false })
  if (encoding === null) {
    text.once('close', onClose)
    return Readable.toWeb(text) as ReadableStream<Uint8Array>
  }
  const packer =
    encoding === 'br' ? createBrotliCompress({ params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }) : createGzip(randomText)
  text.once('error', (error) => packer.destroy(error))
  packer.once('close', () => {
    text.destroy()
    onClose()
  })
  return Readable.toWeb(text.pipe(packer)) as ReadableStream<Uint8Array>
}
