/** The built site's entry (astro.config.mjs): renders a page from what the publisher hands over. */
import { createApp } from 'astro/app/entrypoint'

const app = createApp({ streaming: false })

/** The answer of the page at the request's path, made from `locals`; 404 where there is none. */
export function renderPage(request: Request, locals: App.Locals): Promise<Response> {
  return app.render(request, { locals, routeData: app.match(request, true) })
}
