import { Idiomorph } from 'idiomorph'
import { collections } from '../content/collections.ts'
import { collectionKeys } from '../content/kinds.ts'
import { sections } from '../content/sections.ts'
import { $unsavedInput } from '../forms/drafts/drafts.ts'
import { contentOf, type PreviewContent, typedTexts, withoutInvalid } from './preview-content.ts'

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

/** Uses `fetch`, because the panel's client would ask for a sign-in if the session has ended. */
const post = (content: object) =>
  fetch('/api/preview', { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(content) })

/** Shows elements at once that otherwise slide in, because after a redraw no script watches them. */
export function showAll(document: Document): void {
  for (const element of document.querySelectorAll('[data-slide-up]')) element.removeAttribute('data-slide-up')
}

const isIsland = (node: Node): node is Element => node.nodeName === 'ASTRO-ISLAND'

const movingRoot = /<html[^>]* data-moment="(\w+)"/

/**
 * Updates `data-moment` and the styles in the head. The page's content policy blocks new style elements, but not constructed style
 * sheets.
 */
function changeRoot(document: Document, head: string, Sheet: typeof CSSStyleSheet): void {
  document.documentElement.dataset.moment = movingRoot.exec(head)?.[1] ?? 'before'
  const nextRules = [...head.matchAll(/<style[^>]*>(.*?)<\/style>/gs)].map(([, rules = '']) => rules)
  const present = new Set<string>()
  for (const style of document.head.querySelectorAll('style')) {
    if (nextRules.includes(style.textContent)) present.add(style.textContent)
    else style.remove()
  }
  document.adoptedStyleSheets = nextRules
    .filter((rules) => !present.has(rules))
    .map((rules) => {
      const sheet = new Sheet()
      sheet.replaceSync(rules)
      return sheet
    })
}

function morph(document: Document, html: string): void {
  // Uses the parser of the frame's window, because the panel's content policy blocks the page's styles.
  const { DOMParser, CSSStyleSheet } = document.defaultView ?? window
  const bodyAt = html.indexOf('<body')
  const next = new DOMParser().parseFromString(html.slice(bodyAt), 'text/html')
  changeRoot(document, html.slice(0, bodyAt), CSSStyleSheet)
  showAll(next)
  void Idiomorph.morph(document.body, next.body, {
    callbacks: {
      beforeNodeMorphed(before: Node, after: Node) {
        // Islands (React components) render themselves.
        if (!isIsland(before) || !isIsland(after) || before.hasAttribute('ssr')) return true
        const props = after.getAttribute('props')
        if (props !== null && props !== before.getAttribute('props')) {
          // Astro renders an island again only if it has the attribute `ssr`.
          before.setAttribute('ssr', '')
          before.setAttribute('props', props)
        }
        return false
      },
    },
  })
}

type Input = ReturnType<typeof $unsavedInput.get>

function savedFields(draftKey: string): Record<string, unknown> | undefined {
  const [key = '', id] = draftKey.split('/')
  const section = sections[key as keyof typeof sections]
  if (section) return section.$loaded.get().data?.value
  return savedLists()[key]?.find((item) => item.id === id)
}

/** Replaces texts of the page that the input changed. The page that the server renders follows, and corrects this if needed. */
function echo(document: Document, before: Input, after: Input): void {
  const texts = typedTexts(before, after, savedFields)
  if (texts.size === 0) return
  const nodes = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  for (let node = nodes.nextNode(); node; node = nodes.nextNode()) {
    const text = texts.get(node.nodeValue?.trim() ?? '')
    if (text !== undefined && !node.parentElement?.closest('astro-island')) node.nodeValue = text
  }
}

/** Returns a function that draws the preview. Calls during a drawing lead to one more drawing, of the latest content. */
export function createDrawing(
  frame: () => Document | null,
  content: () => PreviewContent,
  input: () => Input,
  onDrawn: (isDrawn: boolean) => void,
): () => void {
  let isBusy = false
  let isOutdated = false
  let shownInput: Input = {}

  function showInput(document: Document | null): void {
    if (document) echo(document, shownInput, input())
    shownInput = input()
  }

  async function draw(): Promise<void> {
    isOutdated = true
    showInput(frame())
    if (isBusy) return
    isBusy = true
    while (isOutdated && frame()) {
      isOutdated = false
      const sentInput = input()
      const html = await renderPage(content()).catch(() => null)
      const document = frame()
      if (html !== null && document) {
        morph(document, html)
        shownInput = sentInput
        showInput(document)
      }
      onDrawn(html !== null)
    }
    isBusy = false
  }

  // In a later task, so that the browser paints the typed key first.
  return () => void setTimeout(draw)
}
