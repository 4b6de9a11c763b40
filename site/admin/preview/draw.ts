import { Idiomorph } from 'idiomorph'
import { collections } from '../content/collections.ts'
import { collectionKeys } from '../content/kinds.ts'
import { $typed } from '../forms/typed.ts'
import { contentOf, type PreviewContent, withoutInvalid } from './preview-content.ts'

type Lists = Parameters<typeof contentOf>[1]

/** The lists as they are saved. */
const savedLists = () =>
  Object.fromEntries(collectionKeys.map((key) => [key, (collections[key].$loaded.get().data ?? []) as object[]])) as Lists

/** What is typed now and not saved. */
export const typedContent = (): PreviewContent => contentOf($typed.get(), savedLists())

/** The page with this content; null where it cannot be had. Not through the panel's client: nobody asked for this call. */
async function pageOf(content: PreviewContent): Promise<string | null> {
  const first = await post(content)
  if (first.status !== 422) return first.ok ? first.text() : null
  const { fields = {} } = (await first.json()) as { fields?: Record<string, string> }
  const second = await post(withoutInvalid(content, Object.keys(fields), savedLists()))
  return second.ok ? second.text() : null
}

const post = (content: object) =>
  fetch('/api/preview', { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(content) })

/** Shows what slides up on the page when it is scrolled to: no script watches what is drawn anew and would show it. */
export function showAll(document: Document): void {
  for (const element of document.querySelectorAll('[data-slide-up]')) element.removeAttribute('data-slide-up')
}

/** By its name: what is in the frame is of another window, whose classes are not this one's. */
const isIsland = (node: Node): node is Element => node.nodeName === 'ASTRO-ISLAND'

/**
 * Makes a document look like this page, and touches nothing that is as it should be: it stays scrolled to where it is, and keeps
 * its scripts.
 */
function become(document: Document, html: string): void {
  // Read by the frame's own window: the panel's policy knows nothing of the page's styles. Its head stays as it is.
  const { DOMParser } = document.defaultView ?? window
  const next = new DOMParser().parseFromString(html.slice(html.indexOf('<body')), 'text/html')
  showAll(next)
  Idiomorph.morph(document.body, next.body, {
    callbacks: {
      beforeNodeMorphed(before: Node, after: Node) {
        // An island draws itself, once its script is there: it is told what it shows, and does so.
        if (!isIsland(before) || !isIsland(after) || before.hasAttribute('ssr')) return true
        const props = after.getAttribute('props')
        if (props !== null && props !== before.getAttribute('props')) {
          // As when it came: Astro leaves alone what has drawn itself already.
          before.setAttribute('ssr', '')
          before.setAttribute('props', props)
        }
        return false
      },
    },
  })
}

/**
 * Draws content into a frame, one page at a time; what it is meanwhile is drawn next. Returns what asks for it; nothing is
 * asked of the server while the frame has no page.
 */
export function createDrawing(
  frame: () => Document | null,
  content: () => PreviewContent,
  onDrawn: (isDrawn: boolean) => void,
): () => void {
  let isBusy = false
  let isWanted = false

  async function draw(): Promise<void> {
    isWanted = true
    if (isBusy) return
    isBusy = true
    while (isWanted && frame()) {
      isWanted = false
      const html = await pageOf(content()).catch(() => null)
      const document = frame()
      if (html !== null && document) become(document, html)
      onDrawn(html !== null)
    }
    isBusy = false
  }

  return () => void draw()
}
