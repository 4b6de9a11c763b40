/** What `npm run bench` measures, in its order, by the name under which each can be asked for alone. */
import { measureBackup } from './sections/backup.ts'
import { measureCertificates } from './sections/certificates.ts'
import { measureDoor } from './sections/door.ts'
import { measureDoorPhone } from './sections/door-phone.ts'
import { measureFronts } from './sections/fronts.ts'
import { growthOfPage } from './sections/growth.ts'
import { measureImports } from './sections/imports.ts'
import { measureLighthouse } from './sections/lighthouse.ts'
import { growthOfRegistrations } from './sections/list.ts'
import { measureAnnouncement, measureRegistrationsWithMail } from './sections/mail-load.ts'
import { measureMails } from './sections/mails.ts'
import { measureMemory } from './sections/memory.ts'
import { measurePages } from './sections/pages.ts'
import { measurePlaces } from './sections/places.ts'
import { measurePreview } from './sections/preview.ts'
import { measureRegistrations } from './sections/registrations.ts'
import { measureRegistros } from './sections/registros.ts'
import { measureRename } from './sections/rename.ts'
import { growthOfRevisions } from './sections/revisions.ts'
import { measureSaves } from './sections/save.ts'
import { measureStart } from './sections/start.ts'
import { measureStore } from './sections/store.ts'
import { measureUploads } from './sections/uploads.ts'
import type { Measured, Row } from './support/report.ts'

const table =
  (measure: (options: string[]) => Promise<Row[]>) =>
  async (options: string[]): Promise<Measured> => ({ rows: await measure(options) })

export const sections: Record<string, (options: string[]) => Promise<Measured>> = {
  save: table(measureSaves),
  pages: table(measurePages),
  fronts: table(measureFronts),
  registrations: table(measureRegistrations),
  start: table(measureStart),
  memory: table(measureMemory),
  list: growthOfRegistrations,
  growth: growthOfPage,
  revisions: growthOfRevisions,
  rename: table(measureRename),
  preview: table(measurePreview),
  imports: table(measureImports),
  places: table(measurePlaces),
  mails: table(measureMails),
  'mail-load': table(measureRegistrationsWithMail),
  announcement: table(measureAnnouncement),
  certificates: table(measureCertificates),
  store: table(measureStore),
  registros: table(measureRegistros),
  'door-phone': table(measureDoorPhone),
  door: table(measureDoor),
  backup: table(measureBackup),
  uploads: table(measureUploads),
  lighthouse: table(measureLighthouse),
}

/** Those after whose name more may be said, such as `lighthouse 5 grande`. */
export const withOptions = ['lighthouse']
