/**
 * What the last run put live and what it was made from, noted beside the published folder: a start that finds the same content, the same
 * settings and the same build shows those files instead of making them again.
 */
import { readFileSync } from 'node:fs'
import { rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { type Encoding, endings } from '../http/representations.ts'
import { type Bytes, hashOf, type Page } from '../serving/site.ts'

const pageSchema = z.object({
  name: z.string(),
  urls: z.array(z.string()),
  /** Of the file and of its compressed forms, as `hashOf` makes them. */
  hashes: z.object({ body: z.string(), br: z.string().optional(), gzip: z.string().optional() }),
  type: z.string(),
  cacheControl: z.string(),
  csp: z.string().optional(),
  movedTo: z.string().optional(),
})

const noteSchema = z.object({ source: z.string(), pages: z.array(pageSchema) })

type NotedPage = z.infer<typeof pageSchema>

type PublishedNote = {
  /** The pages as they are in the folder, where they were made from `source` and every byte of them is there; null otherwise. */
  read(source: string): Page[] | null
  /** Notes that these pages are in the folder, made from `source`. Throws when the disk refuses. */
  write(source: string, pages: readonly Page[]): Promise<void>
}

/** The note in `dataDir` about the folder `wwwDir`. It may be lost, or damaged: whoever starts then makes the pages. */
export function publishedNote(dataDir: string, wwwDir: string): PublishedNote {
  const path = join(dataDir, 'published.json')
  return {
    read(source) {
      try {
        const note = noteSchema.parse(JSON.parse(readFileSync(path, 'utf8')))
        return note.source === source ? note.pages.map((page) => pageIn(wwwDir, page)) : null
      } catch {
        return null
      }
    },
    async write(source, pages) {
      await writeFile(`${path}.tmp`, JSON.stringify({ source, pages: pages.map(noted) }), { mode: 0o600 })
      await rename(`${path}.tmp`, path)
    },
  }
}

const known = new WeakMap<Bytes, string>()

/** The hash of a compressed form, made once for each: a note is written after every series of saves, and most pages stay. */
function hashOfForm(form: Bytes | undefined): string | undefined {
  if (!form) return undefined
  const hash = known.get(form) ?? hashOf(form)
  known.set(form, hash)
  return hash
}

function noted({ name, urls, file: { hash, br, gzip, type, cacheControl, csp, movedTo } }: Page): NotedPage {
  const hashes = { body: hash, br: hashOfForm(br), gzip: hashOfForm(gzip) }
  return { name, urls: [...urls], hashes, type, cacheControl, csp, movedTo }
}

/** Throws where a file is missing, or is another one. */
function pageIn(wwwDir: string, { name, urls, hashes, ...said }: NotedPage): Page {
  const read = (hash: string, ending = ''): Bytes => {
    const bytes = readFileSync(join(wwwDir, name) + ending)
    if (hashOf(bytes) !== hash) throw new Error(`${name}${ending} is not what was noted`)
    return bytes
  }
  const form = (encoding: Encoding) => (hashes[encoding] ? read(hashes[encoding], endings[encoding]) : undefined)
  return { name, urls, file: { ...said, body: read(hashes.body), br: form('br'), gzip: form('gzip'), hash: hashes.body } }
}
