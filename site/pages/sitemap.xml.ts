import type { APIRoute } from 'astro'
import { listedEvents } from '../../data/programme/public-content.ts'

/** Every page that is to be found. The origin is configured, never taken from a request; slugs have no character that XML knows. */
export const GET: APIRoute = ({ locals: { origin, content } }) => {
  const paths = [
    '/',
    ...listedEvents(content).flatMap(({ slug }) => (slug ? `/charlas/${slug}` : [])),
    ...content.speakers.flatMap(({ slug }) => (slug ? `/speakers/${slug}` : [])),
  ]
  const urls = paths.map((path) => `  <url><loc>${origin}${path}</loc></url>\n`).join('')
  return new Response(
    `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${urls}</urlset>\n`,
    { headers: { 'Content-Type': 'application/xml; charset=utf-8' } },
  )
}
