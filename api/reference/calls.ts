import { type CollectionKey, type ContentKey, isSetting, itemSchemas } from '../../data/content/schema.ts'
import { contentPaths } from '../content/paths.ts'

/** What each call does, in a sentence: the rest of its description is read from the code. docs/api.md says more. */
const others: Record<string, string> = {
  'GET /api/live': 'The process answers.',
  'GET /api/ready': 'A registration can be stored and the page is published; 503 with the reason otherwise.',
  'GET /api/openapi.json': 'This description, as an OpenAPI document.',
  'GET /api/reference': 'This description, to read.',
  'GET /api/auth/me': 'Who is signed in; null for nobody.',
  'PUT /api/auth/me': 'Changes one’s own password and ends all other sessions.',
  'POST /api/auth/login': 'Signs in: the answer sets the session cookie.',
  'POST /api/auth/logout': 'Signs out.',
  'GET /api/history': 'What was saved, newest first.',
  'GET /api/history/at': 'What would change if everything went back to an instant.',
  'POST /api/history/at': 'Takes all content back to an instant, in one transaction and one publish.',
  'GET /api/history/:revision': 'A section or list as it stood then.',
  'GET /api/history/:revision/restore': 'What restoring it would change, with what follows from it in other sections.',
  'POST /api/history/:revision/restore': 'Makes a section, or one item of a list, what it was then.',
  'POST /api/registrations': 'Registers a visitor. The same answer for an e-mail that is registered already.',
  'GET /api/registrations': 'The registrations, narrowed by search and status; X-Counts has the numbers.',
  'GET /api/registrations/deletion': 'When the data of those who registered is deleted by itself; null where it is kept.',
  'GET /api/registrations/days': 'How many registered on each day.',
  'GET /api/registrations/export': 'The registrations as a CSV file.',
  'GET /api/registrations/export.xlsx': 'The same as an Excel workbook.',
  'GET /api/registrations/:id/link': 'The address of a person’s own page; noted in the activity.',
  'GET /api/registrations/similar': 'Pairs that may be one person, and why.',
  'POST /api/registrations/by-hand': 'Adds somebody, also while registration is closed.',
  'POST /api/registrations/merge': 'Makes one of two registrations; the other goes to the trash.',
  'GET /api/registrations/:id/data': 'All that is held about one person.',
  'POST /api/registrations/confirm': 'Confirms many, or marks them as pending: all or none.',
  'PUT /api/registrations/:id': 'Changes a registration.',
  'DELETE /api/registrations/:id': 'Moves a registration to the trash, where it stays for 30 days.',
  'DELETE /api/registrations/:id/data': 'Erases a person; says which backups still hold them, and until when.',
  'GET /api/trash': 'The deleted registrations, the last first.',
  'POST /api/trash/:id/restore': 'Brings a deleted registration back with all it had.',
  'GET /api/preview': 'The page as it is stored, for a frame of the panel.',
  'POST /api/preview': 'The page with changes that are not saved yet.',
  'PUT /api/presence': 'Says what one has open, and answers who else has.',
  'GET /api/mails': 'The mails, newest first.',
  'GET /api/mails/server': 'The state of the mail server; null without one.',
  'GET /api/mails/announcement': 'What of date, hours and location people do not know yet, and how many they are.',
  'POST /api/mails/announcement': 'Tells everybody who is registered of a change, once.',
  'DELETE /api/mails/announcement': 'Stops what of an announcement has not been sent.',
  'POST /api/mails/preview': 'A mail as HTML, for a frame of the panel.',
  'POST /api/mails/test': 'Sends a mail to try the mail server; answers with its words.',
  'POST /api/mails/:id/resend': 'Sends a mail again, as a new one.',
  'GET /api/users': 'The people who use the panel.',
  'POST /api/users': 'Adds a user.',
  'PUT /api/users/:id': 'Changes a user.',
  'DELETE /api/users/:id': 'Deletes a user; the last active administrator stays.',
  'GET /api/audit': 'Who did what, newest first.',
  'GET /api/publish': 'Which revision visitors see, since when, and the last error.',
  'POST /api/publish': 'Publishes again.',
  'GET /api/backups': 'The last verified backup, and why the one after it failed.',
  'POST /api/upload/url': 'Gives an address to which one file can be sent within ten minutes.',
  'PUT /upload/:name': 'Takes the file itself.',
  'GET /public-objects/:name': 'A stored file, whole or in part.',
  'GET /registro/:token': 'A registration’s own page.',
  'POST /registro/:token': 'Corrects a registration.',
  'GET /registro/:token/entrada.png': 'The ticket: a QR code that holds the page’s address.',
  'POST /registro/:token/cancelar': 'Cancels a registration; it stays in the list.',
  'POST /registro/:token/borrar': 'Deletes a registration and its mails.',
  'GET /registro/:token/recordatorios': 'Leads to the page, where reminders are chosen.',
  'POST /registro/:token/recordatorios': 'Whether reminders are sent.',
}

const keys = Object.keys(contentPaths) as ContentKey[]
const isList = (key: ContentKey): key is CollectionKey => key in itemSchemas

const ofContent = keys.flatMap((key): [string, string][] => {
  const path = `/api${contentPaths[key]}`
  if (!isList(key))
    return [
      [`GET ${path}`, 'The section; ETag is its revision.'],
      [
        `PUT ${path}`,
        `Saves any of its fields${isSetting(key) ? '' : ' and publishes'}; \`If-Match\` names what the change is based on.`,
      ],
    ]
  return [
    [`GET ${path}`, 'The list in the order shown; visitors get what is visible.'],
    [`POST ${path}`, 'Adds an item and publishes; fields with a default may be left out.'],
    [`PUT ${path}/:id`, 'Changes an item and publishes; If-Match names its updatedAt.'],
    [`DELETE ${path}/:id`, 'Deletes an item and publishes; X-Previous-Revision is where it can be restored from.'],
  ]
})

/** The calls that answer with another status than 200 where all is well. */
const statuses: Record<string, 201 | 303> = {
  'POST /api/registrations': 201,
  'POST /api/registrations/by-hand': 201,
  'POST /api/mails/announcement': 201,
  'POST /api/users': 201,
  'POST /api/mails/:id/resend': 201,
  'PUT /upload/:name': 201,
  'POST /registro/:token': 303,
  'POST /registro/:token/cancelar': 303,
  'POST /registro/:token/borrar': 303,
  'GET /registro/:token/recordatorios': 303,
  'POST /registro/:token/recordatorios': 303,
}

const created = new Set(keys.filter(isList).map((key) => `POST /api${contentPaths[key]}`))

/** The status of an answer where all is well. */
export const statusOf = (call: string): number => (created.has(call) ? 201 : (statuses[call] ?? 200))

/** What each call does, by call, such as 'GET /api/users'. */
export const calls: ReadonlyMap<string, string> = new Map([...ofContent, ...Object.entries(others)])
