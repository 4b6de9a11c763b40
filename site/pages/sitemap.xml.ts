import type { APIRoute } from 'astro'

/** One page, so written by hand. The origin is configured, never taken from a request. */
export const GET: APIRoute = ({ locals: { origin } }) =>
  new Response(
    `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n  <url><loc>${origin}/</loc></url>\n</urlset>\n`,
    { headers: { 'Content-Type': 'application/xml; charset=utf-8' } },
  )
