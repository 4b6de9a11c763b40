import type { APIRoute } from 'astro'
import { programmeOf } from '../schedule/programme.ts'
import { scheduleXml } from '../schedule/xml.ts'

export const GET: APIRoute = ({ locals: { content, timeZone, origin } }) =>
  new Response(scheduleXml(programmeOf(content, timeZone, origin)), {
    headers: { 'Content-Type': 'application/xml; charset=utf-8' },
  })
