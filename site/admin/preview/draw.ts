import { Idiomorph } from 'idiomorph'
import { collectionStores } from '../stores/collections.ts'
import { collectionKeys } from '../stores/content-keys.ts'
import { $typed } from '../stores/typed.ts'
import { draftOf, withoutInvalid } from './draft.ts'

/** The page of what is typed now; null where it cannot be had. Not through the panel's client: nobody asked for this call. */
async function pageOfTyped(): Promise<string | null> {
  const lists = Object.fromEntries(
    collectionKeys.map((key) => [key, (collectionStores[key].$loaded.get().data ?? []) as object[]]),
  )
  const stored = lists as Parameters<typeof draftOf>[1]
  const draft = draftOf($typed.get(), stored)
  const first = await post(draft)
  if (first.status !== 422) return first.ok ? first.text() : null
  const { fields = {} } = (await first.json()) as { fields?: Record<string, string> }
  const second = await post(withoutInvalid(draft, Object.keys(fields), stored))
  return second.ok ? second.text() : null
}

const post = (draft: object) =>
  fetch('/api/preview', { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(draft) })

/** Makes a document look like this page, and touches nothing that is as it should be: it keeps its place and its scripts. */
function become(document: Document, html: string): void {
  // Read by the frame's own window: the panel's policy knows nothing of the page's styles. Its head stays as it is.
  const { DOMParser } = document.defaultView ?? window
  const next = new DOMParser().parseFromString(html.slice(html.indexOf('<body')), 'text/html')
  Idiomorph.morph(document.body, next.body, {
    callbacks: {
      beforeNodeMorphed(before: Node, after: Node) {
        // An island draws itself: it is told what it shows, and does so.
        if (!(before instanceof Element) || before.localName !== 'astro-island' || !(after instanceof Element)) return true
        const props = after.getAttribute('props')
        if (props !== null && props !== before.getAttribute('props')) before.setAttribute('props', props)
        return false
      },
    },
  })
}

/** Draws what is typed into a frame, one page at a time; what is typed meanwhile is drawn next. Returns what asks for it. */
export function createDrawing(frame: () => Document | null | undefined, onDrawn: (isDrawn: boolean) => void): () => void {
  let isBusy = false
  let isWanted = false

  async function draw(): Promise<void> {
    isWanted = true
    if (isBusy) return
    isBusy = true
    while (isWanted) {
      isWanted = false
      const html = await pageOfTyped().catch(() => null)
      const document = frame()
      if (html !== null && document?.body) become(document, html)
      onDrawn(html !== null)
    }
    isBusy = false
  }

  return () => void draw()
}
