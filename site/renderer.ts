/** The built site's entry (astro.config.mjs): renders a page from what the publisher hands over. */
import { createApp } from 'astro/app/entrypoint'

const app = createApp({ streaming: false })

/**
 * The styles of each route, which Astro would otherwise write and hash anew with each page: whoever renders puts them at the end of
 * the head, as they would stand.
 */
const styles = new Map<string, readonly string[]>()
for (const route of app.manifest.routes) {
  const inline = route.styles.flatMap((style) => (style.type === 'inline' ? [style.content] : []))
  if (inline.length < route.styles.length) throw new Error(`The styles of ${route.routeData.route} are not in the page`)
  styles.set(route.routeData.route, inline)
  route.styles = []
}

/**
 * The answer of the page at the request's path, made from `locals`, and its styles that belong at the end of the head; 404 where
 * there is none.
 */
export async function renderPage(request: Request, locals: App.Locals): Promise<{ answer: Response; styles: readonly string[] }> {
  const routeData = app.match(request, true)
  return { answer: await app.render(request, { locals, routeData }), styles: styles.get(routeData?.route ?? '') ?? [] }
}
