import type { APIRoute } from 'astro'
import { scheduleJson } from '../schedule/json.ts'
import { programmeOf } from '../schedule/programme.ts'

export const GET: APIRoute = ({ locals: { content, timeZone, origin } }) =>
  new Response(scheduleJson(programmeOf(content, timeZone, origin)), {
    headers: { 'Content-Type': 'application/json; charset=utf-8' },
  })
