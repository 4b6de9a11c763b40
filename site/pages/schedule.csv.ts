import type { APIRoute } from 'astro'
import { scheduleCsv } from '../schedule/csv.ts'
import { programmeOf } from '../schedule/programme.ts'

export const GET: APIRoute = ({ locals: { content, timeZone, origin } }) =>
  new Response(scheduleCsv(programmeOf(content, timeZone, origin)), { headers: { 'Content-Type': 'text/csv; charset=utf-8' } })
