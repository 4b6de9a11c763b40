import { Idiomorph } from 'idiomorph'
import { collections } from '../content/collections.ts'
import { collectionKeys } from '../content/kinds.ts'
import { $unsavedInput } from '../forms/drafts.ts'
import { contentOf, type PreviewContent, withoutInvalid } from './preview-content.ts'

type Lists = Parameters<typeof contentOf>[1]

const savedLists = () =>
  Object.fromEntries(collectionKeys.map((key) => [key, (collections[key].$loaded.get().data ?? []) as object[]])) as Lists

export const contentWithInput = (): PreviewContent => contentOf($unsavedInput.get(), savedLists())

async function renderPage(content: PreviewContent): Promise<string | null> {
  const first = await post(content)
  if (first.status !== 422) return first.ok ? first.text() : null
  const { fields = {} } = (await first.json()) as { fields?: Record<string, string> }
  const second = await post(withoutInvalid(content, Object.keys(fields), savedLists()))
  return second.ok ? second.text() : null
}

/** The panel's own client would ask for a sign-in if the session has ended. */
const post = (content: object) =>
  fetch('/api/preview', { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(content) })

/** No script watches redrawn elements, so elements that slide up would stay hidden. */
export function showAll(document: Document): void {
  for (const element of document.querySelectorAll('[data-slide-up]')) element.removeAttribute('data-slide-up')
}

const isIsland = (node: Node): node is Element => node.nodeName === 'ASTRO-ISLAND'

function morph(document: Document, html: string): void {
  // The frame's parser is used, because the panel's security policy blocks the page's styles.
  const { DOMParser } = document.defaultView ?? window
  const next = new DOMParser().parseFromString(html.slice(html.indexOf('<body')), 'text/html')
  showAll(next)
  void Idiomorph.morph(document.body, next.body, {
    callbacks: {
      beforeNodeMorphed(before: Node, after: Node) {
        // Islands (React components) render themselves when their props change.
        if (!isIsland(before) || !isIsland(after) || before.hasAttribute('ssr')) return true
        const props = after.getAttribute('props')
        if (props !== null && props !== before.getAttribute('props')) {
          // Astro ignores new props of an island without `ssr`.
          before.setAttribute('ssr', '')
          before.setAttribute('props', props)
        }
        return false
      },
    },
  })
}

export function createDrawing(
  frame: () => Document | null,
  content: () => PreviewContent,
  onDrawn: (isDrawn: boolean) => void,
): () => void {
  let isBusy = false
  let isOutdated = false

  async function draw(): Promise<void> {
    isOutdated = true
    if (isBusy) return
    isBusy = true
    while (isOutdated && frame()) {
      isOutdated = false
      const html = await renderPage(content()).catch(() => null)
      const document = frame()
      if (html !== null && document) morph(document, html)
      onDrawn(html !== null)
    }
    isBusy = false
  }

  return () => void draw()
}
