import type { APIRoute } from 'astro'
import { accentColorsOf } from '../../data/look/accent.ts'

const icon = (size: number) => ({ src: `/icon-${size}.png`, sizes: `${size}x${size}`, type: 'image/png' })

export const GET: APIRoute = ({ locals: { content } }) => {
  const { title, description } = content.hero
  const manifest = {
    name: title,
    short_name: title,
    description,
    lang: 'es',
    start_url: '/',
    display: 'minimal-ui',
    background_color: '#fdfaf5',
    theme_color: accentColorsOf(content.look.accent).light.color,
    icons: [icon(192), icon(512)],
  }
  return new Response(JSON.stringify(manifest), { headers: { 'Content-Type': 'application/manifest+json; charset=utf-8' } })
}
