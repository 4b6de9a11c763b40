import { hash, randomUUID } from 'node:crypto'
import type { Bytes } from '../serving/site.ts'
import { isPieceOver, nextPiece } from '../system/timing.ts'
import { type Inlined, inlineHashes } from './policy.ts'

type Render<Props> = (props: Props) => string | Promise<string>

export type PageParts = {
  /** Returns a mark. `assemble` replaces it with the rendered parts. `render` must depend only on its props. */
  textOf<Props extends object>(component: object, each: readonly Props[], render: Render<Props>): Promise<string>
}

export const unkeptParts: PageParts = {
  async textOf(_, each, render) {
    const texts: string[] = []
    for (const props of each) texts.push(withoutIsland(await render(props)))
    return texts.join('')
  },
}

type Part = { component: object; key: string; content: Pieces }
type Pieces = { pieces: (Bytes | Part)[]; hashes: string[] }

type Assembled = { pieces: Bytes[]; hashes: Set<string> }

type PartCache = Map<object, Map<string, Part>>

export type Rendering = {
  parts: PageParts
  assemble(text: string, head?: Inlined): Assembled
  keep(): void
}

export class TookTooLong extends Error {}

export function createParts(): { begin(maxMs?: number): Rendering } {
  const keyOf = createKeys()
  let cache: PartCache = new Map()

  return {
    begin(maxMs = Number.POSITIVE_INFINITY) {
      const endsAtMs = performance.now() + maxMs
      const mark = `<!--${randomUUID()} `
      const partLists: Part[][] = []
      const newParts: PartCache = new Map()
      const pages: Pieces[] = []

      /** Marks are random, so that no content can contain a mark. */
      function cut(text: string): Pieces {
        const pieces: (Bytes | Part)[] = []
        const hashes: string[] = []
        for (const [index, piece] of text.split(mark).entries()) {
          const markEnd = index === 0 ? 0 : piece.indexOf('-->') + 3
          if (index > 0) pieces.push(...(partLists[Number.parseInt(piece, 10)] ?? []))
          const markup = piece.slice(markEnd)
          if (markup === '') continue
          pieces.push(Buffer.from(markup))
          hashes.push(...inlineHashes(markup))
        }
        return { pieces, hashes }
      }

      return {
        parts: {
          async textOf(component, each, render) {
            const parts: Part[] = []
            for (const props of each) {
              while (isPieceOver()) await nextPiece()
              if (performance.now() > endsAtMs) throw new TookTooLong(`a page took more than ${maxMs} ms`)
              const key = keyOf(props)
              const cached = cache.get(component)?.get(key) ?? newParts.get(component)?.get(key)
              const part = cached ?? { component, key, content: cut(withoutIsland(await render(props))) }
              if (!cached) put(newParts, part)
              parts.push(part)
            }
            return `${mark}${partLists.push(parts) - 1}-->`
          },
        },
        assemble(text, head) {
          const headEnd = head ? text.indexOf('</head>') : -1
          const page = cut(headEnd === -1 ? text : text.slice(0, headEnd))
          if (head && headEnd !== -1) {
            const rest = cut(text.slice(headEnd))
            page.pieces.push(head.bytes, ...rest.pieces)
            page.hashes.push(...head.hashes, ...rest.hashes)
          }
          pages.push(page)
          const assembled: Assembled = { pieces: [], hashes: new Set() }
          gather(page, assembled)
          return assembled
        },
        keep() {
          cache = new Map()
          for (const page of pages) putAll(cache, page)
        },
      }
    },
  }
}

/**
 * Throws for a part with an island, because Astro writes the script of islands only once in a page. A cached part could lack it.
 */
function withoutIsland(html: string): string {
  if (html.includes('<astro-island')) throw new Error('A kept part of the page cannot have an island in it')
  return html
}

function gather({ pieces, hashes }: Pieces, assembled: Assembled): void {
  for (const hash of hashes) assembled.hashes.add(hash)
  for (const piece of pieces) {
    if (Buffer.isBuffer(piece)) assembled.pieces.push(piece)
    else gather(piece.content, assembled)
  }
}

function putAll(cache: PartCache, { pieces }: Pieces): void {
  for (const piece of pieces) {
    if (Buffer.isBuffer(piece)) continue
    put(cache, piece)
    putAll(cache, piece.content)
  }
}

function put(cache: PartCache, part: Part): void {
  const parts = cache.get(part.component)
  if (parts) parts.set(part.key, part)
  else cache.set(part.component, new Map([[part.key, part]]))
}

/** Equal values have equal keys. Freezes each object, so that its cached key stays correct. */
function createKeys(): (props: object) => string {
  const keys = new WeakMap<object, string>()
  const keyOf = (value: unknown): string => {
    if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'undefined'
    if (Array.isArray(value) && !Object.isFrozen(value)) return shortened(`[${value.map(keyOf).join()}]`)
    let key = keys.get(value)
    if (key === undefined) {
      key = shortened(Array.isArray(value) ? `[${value.map(keyOf).join()}]` : JSON.stringify(value))
      keys.set(Object.freeze(value), key)
    }
    return key
  }
  return (props) =>
    Object.entries(props)
      .map(([name, value]) => `${name}=${keyOf(value)}`)
      .join()
}

/** Keys of lists and objects contain a bracket. A hash has no bracket, so it never equals a short key. */
const shortened = (text: string) => (text.length > 100 ? hash('sha256', text, 'base64url') : text)
