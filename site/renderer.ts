import { createApp } from 'astro/app/entrypoint'

const app = createApp({ streaming: false })

/** Takes the styles out of the routes once, because Astro would hash them again for each page. */
const styles = new Map<string, readonly string[]>()
for (const route of app.manifest.routes) {
  const inline = route.styles.flatMap((style) => (style.type === 'inline' ? [style.content] : []))
  if (inline.length < route.styles.length) throw new Error(`The styles of ${route.routeData.route} are not in the page`)
  styles.set(route.routeData.route, inline)
  route.styles = []
}

export async function renderPage(request: Request, locals: App.Locals): Promise<{ answer: Response; styles: readonly string[] }> {
  const routeData = app.match(request, true)
  return { answer: await app.render(request, { locals, routeData }), styles: styles.get(routeData?.route ?? '') ?? [] }
}
