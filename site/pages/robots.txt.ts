import type { APIRoute } from 'astro'

export const GET: APIRoute = ({ locals: { origin } }) =>
  new Response(`User-agent: *\nDisallow: /admin\nDisallow: /login\nDisallow: /api/\n\nSitemap: ${origin}/sitemap.xml\n`)
