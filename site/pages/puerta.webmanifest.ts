import type { APIRoute } from 'astro'

const icon = (size: number) => ({ src: `/icon-${size}.png`, sizes: `${size}x${size}`, type: 'image/png' })

export const GET: APIRoute = () => {
  const manifest = {
    name: 'Puerta',
    short_name: 'Puerta',
    lang: 'es',
    id: '/puerta',
    start_url: '/puerta',
    scope: '/puerta',
    display: 'standalone',
    orientation: 'portrait',
    background_color: '#fdfaf5',
    theme_color: '#1d1838',
    icons: [icon(192), icon(512)],
  }
  return new Response(JSON.stringify(manifest), { headers: { 'Content-Type': 'application/manifest+json; charset=utf-8' } })
}
