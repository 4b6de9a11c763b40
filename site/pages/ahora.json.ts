import type { APIRoute } from 'astro'
import { liveFile } from '../live/live-file.ts'

export const GET: APIRoute = ({ locals: { content, timeZone } }) =>
  new Response(liveFile(content, timeZone), { headers: { 'Content-Type': 'application/json; charset=utf-8' } })
