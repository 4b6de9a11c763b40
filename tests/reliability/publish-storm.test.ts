import { createHash } from 'node:crypto'
import { get } from 'node:http'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { signedIn } from '../../demo/client.ts'
import { sharedProduct } from '../support/fixtures.ts'
import { isFull, rounds } from '../support/full.ts'
import { admin } from '../support/product.ts'
import { report } from './report.ts'

const product = await sharedProduct()
const client = await signedIn(product.origin, admin)

const encodings = ['identity', 'gzip', 'br'] as const

type Answer = { status: number; etag: string; encoding: string; body: Buffer }

/** Gets the page once, with its raw bytes. */
function read(encoding: (typeof encodings)[number]): Promise<Answer> {
  return new Promise((resolve, reject) => {
    get(product.origin, { headers: { 'Accept-Encoding': encoding } }, (answer) => {
      const pieces: Buffer[] = []
      answer.on('data', (piece) => pieces.push(piece))
      answer.on('error', reject)
      answer.on('end', () => {
        const { etag = '', 'content-encoding': sent = 'identity' } = answer.headers
        resolve({ status: answer.statusCode ?? 0, etag, encoding: sent, body: Buffer.concat(pieces) })
      })
    }).on('error', reject)
  })
}

function plain({ encoding, body }: Answer): Buffer {
  if (encoding === 'br') return brotliDecompressSync(body)
  return encoding === 'gzip' ? gunzipSync(body) : body
}

/** Returns what is wrong with an answer. It must be one complete version that matches its ETag. */
function wrongWith(answer: Answer): string | null {
  const page = plain(answer)
  const versions = new Set(page.toString().match(/versión número \d+/g))
  const hash = createHash('sha256').update(page).digest('base64url').slice(0, 22)
  if (answer.status !== 200 || !page.toString().trimEnd().endsWith('</html>')) return `${answer.status}, not whole`
  if (!answer.etag.startsWith(`"${hash}`)) return `${answer.etag} is not the tag of what came`
  return versions.size === 1 ? null : `versions: ${[...versions].join(', ')}`
}

test(
  'visitors get only complete pages during many saves',
  async () => {
    const amount = rounds(300, 20_000)
    let saved = 0
    let isOver = false
    const save = async () => {
      const words = `versión número ${++saved}`
      // Changes a text that the page shows several times. It is not on the share card, which would be slow to draw.
      const change = { title: words, segment1Title: words, segment2Title: words, segment3Title: words, segment4Title: words }
      const answer = await client('PUT /api/segments', change)
      expect([answer.status, answer.headers.get('X-Publish-Error')]).toEqual([200, null])
    }
    await save()
    const saving = (async () => {
      while (!isOver) await save()
    })()

    const wrong: string[] = []
    const seen = new Set<string>()
    let asked = 0
    const visitor = async () => {
      while (asked < amount || saved < 20) {
        const answer = await read(encodings[asked++ % encodings.length] ?? 'br')
        seen.add(answer.encoding)
        const problem = wrongWith(answer)
        if (problem) wrong.push(problem)
      }
    }
    await Promise.all(Array.from({ length: 8 }, visitor))
    isOver = true
    await saving

    report({ what: `GETs of the page during ${saved} saves`, tried: asked, lost: wrong.length })
    // Compressed files are made after a save, so pages are read uncompressed during saves without a pause.
    for (const encoding of encodings) {
      await expect.poll(async () => (await read(encoding)).encoding).toBe(encoding)
      const problem = wrongWith(await read(encoding))
      if (problem) wrong.push(problem)
    }
    expect({ wrong, isRead: seen.has('identity') }).toEqual({ wrong: [], isRead: true })
  },
  isFull ? 20 * 60_000 : 2 * 60_000,
)
