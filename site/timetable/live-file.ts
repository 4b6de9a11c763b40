import { fallbackEventDate } from '../../data/content/defaults.ts'
import type { LiveFile } from '../../data/programme/live.ts'
import type { PublicContent } from '../../data/programme/public-content.ts'
import { dayOf } from '../../data/zone.ts'
import { hashOf, programmeMark } from './programme-mark.ts'

export const maxLiveFileBytes = 2048

/** If the notice's link is longer, it is left out of /ahora.json. The page still has it. */
const maxUrlLength = 500

type LiveContent = Pick<PublicContent, 'hero' | 'events' | 'scenarios' | 'now' | 'notice' | 'live'>

export function liveFile(content: LiveContent, timeZone: string): string {
  const { hero, events, scenarios, now, live } = content
  const { text, url } = content.notice
  const { until, full, changed } = live
  const file = {
    programme: programmeMark(events, scenarios, dayOf(timeZone, hero.eventDate || fallbackEventDate)),
    notice: text === '' ? null : { text, url: url.length > maxUrlLength ? '' : url, until },
    now: [...now.running],
    next: [...now.next],
    full: [...full],
    changed: [...changed],
  }
  return fitted(file)
}

/** If the file is too long, leaves out the oldest changes first, and then sessions from the ends of the lists. */
function fitted(file: Omit<LiveFile, 'revision'>): string {
  const text = JSON.stringify({ revision: hashOf(file), ...file } satisfies LiveFile)
  if (Buffer.byteLength(text) <= maxLiveFileBytes) return text
  const list = (['changed', 'next', 'full', 'now'] as const).find((name) => file[name].length > 0)
  if (!list) throw new Error('the notice alone is longer than /ahora.json may be')
  file[list].pop()
  return fitted(file)
}
