import type { APIRoute } from 'astro'
import { listedEvents } from '../../data/programme/public-content.ts'

/** The origin comes from the configuration, never from a request. Slugs need no XML escaping. */
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
