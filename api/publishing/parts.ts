/**
 * Pieces of the site that are kept from one publish to the next, so that a save renders what it changes. A page leaves a mark
 * for each, which its bytes replace when the page is assembled.
 */
import { hash, randomUUID } from 'node:crypto'
import type { Bytes } from '../serving/site.ts'
import { isPieceOver, nextPiece } from '../system/timing.ts'
import { type Inlined, inlineHashes } from './policy.ts'

type Render<Props> = (props: Props) => string | Promise<string>

/** How a page asks for its parts (`Astro.locals.parts`). */
export type PageParts = {
  /**
   * The text to put where the parts belong that `component` makes of each of these props, in their order. `render` is asked
   * for those that are not kept, and must depend on its props alone. Throws when there is an island in it.
   */
  textOf<Props extends object>(component: object, each: readonly Props[], render: Render<Props>): Promise<string>
}

/** Keeps nothing: the parts themselves, rendered. */
export const unkeptParts: PageParts = {
  async textOf(_, each, render) {
    const texts: string[] = []
    for (const props of each) texts.push(withoutIsland(await render(props)))
    return texts.join('')
  },
}

type Part = { component: object; key: string; content: Pieces }
/** Text as bytes, parts in it, and the hashes of the scripts and styles in the text. */
type Pieces = { pieces: (Bytes | Part)[]; hashes: string[] }

/** A page with its parts, in pieces, and the hashes of the inline scripts and styles anywhere in it. */
type Assembled = { pieces: Bytes[]; hashes: Set<string> }

/** The rendering of one page, or of several from the same content. */
export type Rendering = {
  parts: PageParts
  /** Puts the parts where a text that was rendered with them has their marks, and `head` at the end of its head. */
  assemble(text: string, head?: Inlined): Assembled
  /** From now on the parts of what was assembled are kept, and no others. Without it nothing was kept. */
  keep(): void
}

/** A store of parts. One for each publisher. */
type Parts = {
  /** `milliseconds` is how long the rendering may take; past it there is `TookTooLong`. */
  begin(milliseconds?: number): Rendering
}

/** A rendering went on for longer than it may. */
export class TookTooLong extends Error {}

/** An empty one: the first rendering renders everything. */
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

      /** Content is escaped, so nobody can write a mark into it; nor would they know this page's. */
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
              // Right before the next is made, for hundreds are made beside each other.
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
          // Content is escaped: the first end of a head is the page's own.
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

/**
 * Astro writes the script of islands beside the first that it renders, and numbers them for React: one that was kept beside
 * another that was not would have no script, or the other's number.
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

/**
 * Says what props hold, the same for equal ones. An object's contents are read once: it is frozen, so that it cannot become
 * another under the same key. So are those of a list that is frozen already.
 */
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

/** Long texts by their hash; short ones are cheaper as they are. A hash has no bracket, so that no text is taken for one. */
const hashed = (text: string) => (text.length > 100 ? hash('sha256', text, 'base64url') : text)
