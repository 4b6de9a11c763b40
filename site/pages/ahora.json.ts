import type { APIRoute } from 'astro'
import { liveFile } from '../timetable/live-file.ts'

export const GET: APIRoute = ({ locals: { content, timeZone } }) =>
  new Response(liveFile(content, timeZone), { headers: { 'Content-Type': 'application/json; charset=utf-8' } })
