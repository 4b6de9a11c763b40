/** Cached page parts. A page holds a mark for each, replaced during assembly. */
import { hash, randomUUID } from 'node:crypto'
import type { Bytes } from '../serving/site.ts'
import { isPieceOver, nextPiece } from '../system/timing.ts'
import { type Inlined, inlineHashes } from './policy.ts'

type Render<Props> = (props: Props) => string | Promise<string>

/** `Astro.locals.parts`. */
export type PageParts = {
  /**
   * Marks for the parts of `component`, one for each of the props. `render` must depend on its props only. Throws if a part
   * contains an island.
   */
  textOf<Props extends object>(component: object, each: readonly Props[], render: Render<Props>): Promise<string>
}

/** Renders every part without caching. */
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

/** Renders pages from one state of the content. */
export type Rendering = {
  parts: PageParts
  /** Replaces the marks with their parts and adds `head` to the page's head. */
  assemble(text: string, head?: Inlined): Assembled
  /** Replaces the cache with the parts of this rendering. */
  keep(): void
}

/** One for each publisher. */
type Parts = {
  /** Throws TookTooLong after `milliseconds`. */
  begin(milliseconds?: number): Rendering
}

export class TookTooLong extends Error {}

/** Creates an empty cache. */
export function createParts(): Parts {
  const keyOf = createKeys()
  let kept = new Map<object, Map<string, Part>>()

  return {
    begin(milliseconds = Number.POSITIVE_INFINITY) {
      const end = performance.now() + milliseconds
      const mark = `<!--${randomUUID()} `
      const placed: Part[][] = []
      const added = new Map<object, Map<string, Part>>()
      const whole: Pieces[] = []

      /** Content is escaped and the marks are random, so nobody can write one. */
      function cut(text: string): Pieces {
        const pieces: (Bytes | Part)[] = []
        const hashes: string[] = []
        for (const [index, piece] of text.split(mark).entries()) {
          const end = index === 0 ? 0 : piece.indexOf('-->') + 3
          if (index > 0) pieces.push(...(placed[Number.parseInt(piece, 10)] ?? []))
          const own = piece.slice(end)
          if (own === '') continue
          pieces.push(Buffer.from(own))
          hashes.push(...inlineHashes(own))
        }
        return { pieces, hashes }
      }

      return {
        parts: {
          async textOf(component, each, render) {
            const parts: Part[] = []
            for (const props of each) {
              // Lets other requests run between parts.
              while (isPieceOver()) await nextPiece()
              if (performance.now() > end) throw new TookTooLong(`a page took more than ${milliseconds} ms`)
              const key = keyOf(props)
              const known = kept.get(component)?.get(key) ?? added.get(component)?.get(key)
              const part = known ?? { component, key, content: cut(withoutIsland(await render(props))) }
              if (!known) put(added, part)
              parts.push(part)
            }
            return `${mark}${placed.push(parts) - 1}-->`
          },
        },
        assemble(text, head) {
          // Content is escaped, so the first `</head>` is the page's own.
          const end = head ? text.indexOf('</head>') : -1
          const page = cut(end === -1 ? text : text.slice(0, end))
          if (head && end !== -1) {
            const rest = cut(text.slice(end))
            page.pieces.push(head.bytes, ...rest.pieces)
            page.hashes.push(...head.hashes, ...rest.hashes)
          }
          whole.push(page)
          const assembled: Assembled = { pieces: [], hashes: new Set() }
          gather(page, assembled)
          return assembled
        },
        keep() {
          const next = new Map<object, Map<string, Part>>()
          for (const page of whole) keepAll(page, next)
          kept = next
        },
      }
    },
  }
}

/** Astro writes the island script once a page and numbers islands for React. A cached part would lose both. */
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

function keepAll({ pieces }: Pieces, kept: Map<object, Map<string, Part>>): void {
  for (const piece of pieces) {
    if (Buffer.isBuffer(piece)) continue
    put(kept, piece)
    keepAll(piece.content, kept)
  }
}

function put(parts: Map<object, Map<string, Part>>, part: Part): void {
  const ofComponent = parts.get(part.component)
  if (ofComponent) ofComponent.set(part.key, part)
  else parts.set(part.component, new Map([[part.key, part]]))
}

/** Key of the props, equal for equal values. Freezes objects, so a cached key stays correct. */
function createKeys(): (props: object) => string {
  const known = new WeakMap<object, string>()
  const keyOf = (value: unknown): string => {
    if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'undefined'
    if (Array.isArray(value) && !Object.isFrozen(value)) return hashed(`[${value.map(keyOf).join()}]`)
    let key = known.get(value)
    if (key === undefined) {
      key = hashed(Array.isArray(value) ? `[${value.map(keyOf).join()}]` : JSON.stringify(value))
      known.set(Object.freeze(value), key)
    }
    return key
  }
  return (props) =>
    Object.entries(props)
      .map(([name, value]) => `${name}=${keyOf(value)}`)
      .join()
}

/** Long texts are hashed. The hash has no bracket, so no text equals it. */
const hashed = (text: string) => (text.length > 100 ? hash('sha256', text, 'base64url') : text)
