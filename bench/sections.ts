/** What `npm run bench` measures, in its order, by the name under which each can be asked for alone. */
import { measureFronts } from './fronts.ts'
import type { Growth } from './growth/growth.ts'
import { growthOfPage } from './growth/page.ts'
import { growthOfRegistrations } from './growth/registrations.ts'
import { growthOfRevisions } from './growth/revisions.ts'
import { measureAnnouncement, measureRegistrationsWithMail } from './mail-load.ts'
import { measureMails } from './mails.ts'
import { measureMemory } from './memory.ts'
import { measurePages } from './pages.ts'
import { measurePlaces } from './places.ts'
import { measurePreview } from './preview.ts'
import { measureRegistrations } from './registrations.ts'
import type { Row } from './report.ts'
import { measureSaves } from './save.ts'
import { measureStart } from './start.ts'
import { measureStore } from './store.ts'

/** Rows of the table, and how a cost grows where that was measured. */
export type Measured = { rows: Row[]; grown?: Omit<Growth, 'goals'> }

const table = (measure: () => Promise<Row[]>) => async (): Promise<Measured> => ({ rows: await measure() })

const growth = (measure: () => Growth | Promise<Growth>) => async (): Promise<Measured> => {
  const { goals, ...grown } = await measure()
  return { rows: goals.map((goal) => ({ reference: '–', ratio: '–', ...goal })), grown }
}

export const sections: Record<string, () => Promise<Measured>> = {
  save: table(measureSaves),
  pages: table(measurePages),
  fronts: table(measureFronts),
  registrations: table(measureRegistrations),
  start: table(measureStart),
  memory: table(measureMemory),
  list: growth(growthOfRegistrations),
  growth: growth(growthOfPage),
  revisions: growth(growthOfRevisions),
  preview: table(measurePreview),
  places: table(measurePlaces),
  mails: table(measureMails),
  'mail-load': table(measureRegistrationsWithMail),
  announcement: table(measureAnnouncement),
  store: table(measureStore),
}
