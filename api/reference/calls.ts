import { type ContentKey, isCollection, isSetting } from '../../data/content/schema.ts'
import { contentPaths } from '../content/paths.ts'

/** The rest comes from the code. docs/api.md has more. */
const others: Record<string, string> = {
  'GET /api/live': 'The process answers.',
  'GET /api/ready': 'A registration can be stored and the page is published; 503 with the reason otherwise.',
  'GET /metrics': 'Numbers about the process, for Prometheus; there where METRICS_TOKEN is set, which is the bearer token.',
  'GET /api/openapi.json': 'This description, as an OpenAPI document.',
  'GET /api/reference': 'This description, to read.',
  'GET /api/auth/me': 'Who is signed in; null for nobody.',
  'PUT /api/auth/me': 'Changes one’s own password and ends all other sessions.',
  'POST /api/auth/login': 'Signs in: the answer sets the session cookie.',
  'POST /api/auth/logout': 'Signs out.',
  'POST /api/auth/forgot': 'Mails a link of one use to choose a new password; the answer is the same for every e-mail.',
  'PUT /api/auth/profile': 'Changes one’s own name or picture; the picture is an upload.',
  'POST /api/auth/email':
    'Mails a link to the new e-mail of oneself, which counts once it is used; the answer is the same for every e-mail. Without a mail server it counts at once.',
  'POST /api/auth/email/confirm': 'Confirms a new e-mail with the link of one use that went to it.',
  'GET /api/auth/sessions': 'One’s own sessions, the one used last first.',
  'DELETE /api/auth/sessions': 'Ends all of one’s own sessions but this one.',
  'DELETE /api/auth/sessions/:id': 'Ends one of one’s own sessions.',
  'GET /api/auth/totp': 'Whether one’s sign-in asks for an app’s code, and how many recovery codes are left.',
  'POST /api/auth/totp/begin': 'Makes a secret for an authenticator app; it counts once it is confirmed.',
  'POST /api/auth/totp/confirm': 'Puts the secret into use with the app’s code; ten recovery codes, shown once.',
  'POST /api/auth/totp/recovery-codes': 'Replaces the recovery codes by ten new ones, shown once.',
  'DELETE /api/auth/totp': 'Takes the app’s codes and the recovery codes away.',
  'GET /api/auth/passkeys': 'One’s own passkeys.',
  'POST /api/auth/passkeys/register/options': 'What a browser needs to make a passkey.',
  'POST /api/auth/passkeys/register': 'Adds the passkey that a browser made.',
  'PUT /api/auth/passkeys/:id': 'Gives one of one’s own passkeys another name.',
  'DELETE /api/auth/passkeys/:id': 'Takes one of one’s own passkeys away.',
  'POST /api/auth/passkeys/sign-in/options': 'What a browser needs to sign in with a passkey.',
  'POST /api/auth/passkeys/sign-in': 'Signs in with a passkey: the answer sets the session cookie.',
  'GET /api/security': 'Whether everybody needs a second factor.',
  'PUT /api/security': 'Says whether everybody needs a second factor.',
  'POST /api/auth/reset': 'Chooses a password with a link of one use. All sessions of the user end.',
  'PUT /api/agenda/events': 'Says where and when several events are, in one revision and one publish: all of them, or none.',
  'GET /api/editions': 'The editions that are over, the last one first.',
  'POST /api/editions': 'Ends this edition, whose page stays at /{year}/, and begins the next one, in one publish.',
  'POST /api/editions/undo':
    'Takes the end of the last edition back, for 24 hours and while no organiser saved anything; whoever registered since stays.',
  'GET /api/editions/:year/registrations': 'Those who registered for an edition that is over, as a CSV file.',
  'DELETE /api/editions/:year/registrations': 'Erases those who registered for an edition that is over.',
  'GET /api/history': 'What was saved, newest first.',
  'GET /api/history/at': 'What would change if everything went back to an instant.',
  'POST /api/history/at': 'Takes all content back to an instant, in one transaction and one publish.',
  'GET /api/history/:revision': 'A section or list as it stood then.',
  'GET /api/history/:revision/restore': 'What restoring it would change, with what follows from it in other sections.',
  'POST /api/history/:revision/restore': 'Makes a section, or one item of a list, what it was then.',
  'GET /api/review': 'What looks wrong or forgotten in the content as it is stored.',
  'GET /api/export':
    'All content as JSON, the uploads and the programme as a zip; with the registrations for administrators who ask for them.',
  'POST /api/import/preview': 'What taking over a programme from another program’s file would change; changes nothing.',
  'POST /api/import': 'Takes over the accepted rows of such a file, in one transaction and one publish.',
  'POST /api/import/address': 'The file at an https address of the public internet, for the two calls above.',
  'GET /api/import/photos': 'How far the photos are that imported files name, and which did not come.',
  'POST /api/registrations': 'Registers a visitor. The same answer for an e-mail that is registered already.',
  'POST /api/registrations/recover':
    'Mails the address of their own page to who has registered with this e-mail; the same answer to all.',
  'GET /api/registrations': 'The registrations, narrowed by search and status; X-Counts has the numbers.',
  'GET /api/registrations/deletion': 'When the data of those who registered is deleted by itself; null where it is kept.',
  'GET /api/registrations/days': 'How many registered on each day.',
  'GET /api/registrations/export': 'The registrations as a CSV file: eight columns, and others that somebody needs.',
  'GET /api/registrations/export.xlsx': 'The registrations as an Excel workbook, with all columns.',
  'GET /api/registrations/import': 'The last file whose people are in the list; null where there is none.',
  'POST /api/registrations/import/preview': 'What bringing in the people of a file would do; changes nothing.',
  'POST /api/registrations/import': 'Adds the accepted rows of such a file; who is in the list already stays as they are.',
  'DELETE /api/registrations/import/:id': 'Moves those whom a file added to the trash, but for who came to the door.',
  'GET /api/registrations/:id/link': 'The address of a person’s own page; noted in the activity.',
  'GET /api/registrations/similar': 'Pairs that may be one person, and why.',
  'PUT /api/registrations/similar': 'Notes that two registrations are of two people, or takes it back.',
  'POST /api/registrations/by-hand': 'Adds somebody, also while registration is closed.',
  'POST /api/registrations/:id/seat': 'Gives a place to who waits or cancelled; with `over` one more than there are.',
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
  'GET /api/certificates':
    'How many have not been mailed their constancia, how far the last such mail got, and those to hand over.',
  'POST /api/certificates': 'Mails each of a group their constancia, once; of speakers makes them, and answers with the links.',
  'DELETE /api/certificates': 'Takes back what of that mail has not been sent.',
  'POST /api/certificates/by-hand': 'Makes the constancia of an organiser, or of a speaker whom the list has not.',
  'GET /api/certificates/of/:id': 'The constancia of a registration; null where there is none.',
  'DELETE /api/certificates/:code': 'Revokes a constancia: its page says so.',
  'GET /api/mails': 'The mails, newest first.',
  'GET /api/mails/server': 'The state of the mail server; null without one.',
  'GET /api/mails/announcement': 'What of date, hours and location people do not know yet, and how many they are.',
  'POST /api/mails/announcement': 'Tells everybody who is registered of a change, once.',
  'DELETE /api/mails/announcement': 'Stops what of an announcement has not been sent.',
  'GET /api/mails/group': 'How many people each group has, and how far the last mail to one got; null without a mail server.',
  'POST /api/mails/group': 'Writes to a group, once in ten minutes, where it has as many people as expected.',
  'DELETE /api/mails/group': 'Takes back what of it has not been sent.',
  'POST /api/mails/preview': 'A mail as HTML, for a frame of the panel.',
  'POST /api/mails/test': 'Sends a mail to try the mail server; answers with its words.',
  'POST /api/mails/:id/resend': 'Sends a mail again, as a new one.',
  'GET /api/door/list': 'The list that phones at the door hold: with `since` what changed after that cursor, and who is gone.',
  'POST /api/door/arrivals': 'Takes what a phone saw, in any order and any number of times; answers how each person stands.',
  'POST /api/door/walk-in': 'Adds somebody who came unregistered, once however often it is sent.',
  'GET /api/door/summary': 'How many were expected and came, through which door and when, and who came in twice.',
  'GET /api/door/devices': 'The phones that hold the list.',
  'DELETE /api/door/devices/:id': 'Ends a phone and its session: at its next contact it is told to wipe its list.',
  'DELETE /api/door/devices/:id/sent': 'Drops all that a phone sent: it no longer counts, and its walk-ins go to the trash.',
  'POST /api/door/devices/:id/sent': 'Brings back all that a phone sent.',
  'GET /api/door/accounts': 'The accounts that sent something from the door.',
  'DELETE /api/door/accounts/:id/sent': 'Drops all that an account sent until now, from whatever phone.',
  'POST /api/door/accounts/:id/sent': 'Brings back all that an account sent.',
  'GET /api/users': 'The people who use the panel.',
  'POST /api/users': 'Adds a user.',
  'POST /api/users/invite': 'Invites somebody, who chooses their own password; without a mail server the answer holds the link.',
  'POST /api/users/:id/link': 'Mails a user a link to choose a password; without a mail server the answer holds it.',
  'DELETE /api/users/:id/sessions': 'Ends all sessions of a user; of the caller all but this one.',
  'DELETE /api/users/:id/second-factor': 'Takes a user’s second factors away and ends their sessions.',
  'PUT /api/users/:id': 'Changes a user.',
  'DELETE /api/users/:id': 'Deletes a user; the last active administrator stays.',
  'GET /api/audit': 'Who did what, newest first.',
  'GET /api/publish': 'Which revision visitors see, since when, and the last error.',
  'POST /api/publish': 'Publishes again.',
  'GET /api/cards': 'The square pictures of all talks and speakers, as a zip.',
  'GET /api/backups': 'The last verified backup, and why the one after it failed.',
  'POST /api/upload/url': 'Gives an address to which one file can be sent within ten minutes.',
  'PUT /upload/:name': 'Takes the file itself.',
  'GET /public-objects/:name': 'A stored file, whole or in part.',
  'GET /charlas/:name':
    'A talk: `{slug}` is its page, `{slug}.ics` its calendar, `{slug}.png` and `{slug}-cuadrada.png` the pictures that are shared of it.',
  'GET /speakers/:name':
    'A speaker: `{slug}` is their page, `{slug}.png` and `{slug}-cuadrada.png` the pictures that are shared of them.',
  'GET /registro/:token': 'A registration’s own page.',
  'POST /registro/:token': 'Corrects a registration.',
  'GET /registro/:token/entrada.png': 'The ticket: a QR code that holds the page’s address.',
  'POST /registro/:token/constancia': 'Makes one’s constancia after the event, or corrects the name on it, once.',
  'GET /constancia/:code':
    'Proves a constancia; with `.pdf` behind the code it is the constancia itself, with `.png` a picture of it.',
  'GET /registro/:token/voy': 'Asks whether they come; changes nothing.',
  'POST /registro/:token/voy': 'Notes that they come.',
  'GET /registro/:token/libero': 'Asks whether they leave their place; changes nothing.',
  'POST /registro/:token/cancelar': 'Cancels a registration; it stays in the list.',
  'POST /registro/:token/borrar': 'Deletes a registration and its mails.',
  'GET /registro/:token/recordatorios': 'Leads to the page, where reminders and mails to groups are chosen.',
  'POST /registro/:token/recordatorios': 'Whether reminders and mails to groups are sent.',
}

/** Not routes of the API. */
export const publishedFiles: Readonly<Record<string, string>> = {
  '/': 'The conference’s page.',
  '/schedule.json': 'The published programme as pretalx writes it.',
  '/schedule.xml': 'The same as frab’s XML.',
  '/schedule.csv': 'The same as a table.',
  '/agenda.ics': 'The sessions as a calendar.',
  '/evento.ics': 'The conference as a calendar, an entry for each day.',
  '/sitemap.xml': 'The addresses of all pages, for search engines.',
  '/puerta': 'The door on a phone; its list takes a session.',
  '/recuperar': 'The form with which a visitor asks for the address of their own page.',
  '/privacidad': 'The privacy notice.',
  '/login': 'The form to sign in.',
  '/admin': 'The panel; what it shows takes a session.',
  '/clave': 'Chooses a password with a link of one use.',
  '/correo': 'Confirms a new e-mail with a link of one use.',
}

const keys = Object.keys(contentPaths) as ContentKey[]

const ofContent = keys.flatMap((key): [string, string][] => {
  const path = `/api${contentPaths[key]}`
  if (!isCollection(key))
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

/** Success statuses other than 200. */
const statuses: Record<string, 201 | 202 | 204 | 303> = {
  'POST /api/registrations/recover': 202,
  'POST /api/registrations': 201,
  'POST /api/registrations/by-hand': 201,
  'POST /api/editions': 201,
  'POST /api/certificates/by-hand': 201,
  'POST /api/mails/announcement': 201,
  'POST /api/auth/forgot': 204,
  'POST /api/auth/reset': 204,
  'POST /api/auth/email/confirm': 204,
  'POST /api/mails/group': 201,
  'POST /api/door/walk-in': 201,
  'POST /api/users': 201,
  'POST /api/users/invite': 201,
  'POST /api/auth/passkeys/register': 201,
  'POST /api/users/:id/link': 201,
  'POST /api/mails/:id/resend': 201,
  'PUT /upload/:name': 201,
  'POST /registro/:token': 303,
  'POST /registro/:token/voy': 303,
  'POST /registro/:token/cancelar': 303,
  'POST /registro/:token/constancia': 303,
  'POST /registro/:token/borrar': 303,
  'GET /registro/:token/recordatorios': 303,
  'POST /registro/:token/recordatorios': 303,
}

const tooMany = 'Too many from this address; Retry-After says when to come back'
const tooManyTries = 'Too many wrong passwords or codes; Retry-After says when to come back'
const noLongerKept = 'It is not known any more how everything was then'
const overtaken = 'Somebody else has saved the same meanwhile'
const limited = { 429: tooMany }
const card = { 301: 'It has another address now', 304: 'It is as it was', 503: 'Too many pictures are waited for' }
const ownForm = { 413: 'The body is too large', 422: 'A field does not fit', ...limited }
const noMail = 'No mail server is configured, or the mail is not true any more'

const endedPhone = 'The phone is ended, and is to wipe its list'
const noPasskeysHere = 'Passkeys need a domain name and https'

/** Without those of guards and limits. */
const refusals: Record<string, Record<number, string>> = {
  'GET /metrics': { 404: 'METRICS_TOKEN is not set' },
  'POST /api/auth/login': { 401: 'E-mail or password are wrong', 429: tooManyTries },
  'PUT /api/auth/me': { 429: tooManyTries },
  'POST /api/auth/passkeys/register/options': { 409: noPasskeysHere },
  'POST /api/auth/passkeys/register': { 409: noPasskeysHere },
  'POST /api/auth/passkeys/sign-in/options': { 409: noPasskeysHere },
  'POST /api/auth/passkeys/sign-in': { 401: 'The passkey is not known or its answer is not right', 409: noPasskeysHere },
  'POST /api/auth/totp/begin': { 409: 'An app is in use already' },
  'POST /api/auth/totp/confirm': { 429: tooManyTries },
  'POST /api/auth/totp/recovery-codes': { 409: 'No app is in use' },
  'POST /api/auth/email': { 429: 'Too many e-mails were tried; Retry-After says when to come back' },
  'GET /api/history/at': { 409: noLongerKept },
  'POST /api/history/at': {
    403: 'It would change what administrators set, or the request comes from another site',
    409: noLongerKept,
  },
  'GET /api/history/:revision/restore': {
    403: 'It would change what administrators set',
    409: 'Talks would lose their room',
    422: 'It does not fit any more',
  },
  'POST /api/history/:revision/restore': {
    403: 'It would change what administrators set, or the request comes from another site',
    409: 'Talks would lose their room',
  },
  'PUT /api/agenda/events': { 404: 'One of them is not there; none was changed', 409: overtaken },
  'PUT /api/hero': {
    403: 'The name and the date are changed by administrators, or the request comes from another site',
    409: overtaken,
  },
  'DELETE /api/agenda/scenarios/:id': { 409: 'Talks are in it' },
  'POST /api/import': { 409: overtaken },
  'POST /api/import/address': { 429: 'Another address is being read, or there were many; Retry-After says when to come back' },
  'POST /api/registrations': { 303: 'The same, from the page’s form', 409: 'Registration is closed, or all is full', ...limited },
  'POST /api/registrations/recover': { 303: 'The same, from the page’s form', ...limited },
  'POST /api/registrations/confirm': {
    404: 'One of them is not there; none was changed',
    409: 'One of them has no place; none was changed',
  },
  'POST /api/registrations/import': { 409: 'Mails are asked for, and no mail server is configured' },
  'POST /api/registrations/by-hand': { 409: 'The e-mail is taken, or there is no place' },
  'POST /api/registrations/merge': { 404: 'One of them is not there' },
  'PUT /api/registrations/similar': { 404: 'One of them is not there' },
  'POST /api/registrations/:id/seat': { 409: 'There is no place' },
  'PUT /api/registrations/:id': { 409: 'The e-mail is taken, or there is no place' },
  'GET /api/export': { 429: 'One’s last export is still running' },
  'GET /api/registrations/export': { 429: 'One’s last export is still running' },
  'GET /api/registrations/export.xlsx': { 429: 'One’s last export is still running' },
  'POST /api/trash/:id/restore': { 409: 'The e-mail has registered again, or there is no place' },
  'POST /api/editions': {
    409: 'There is one of this year already, or it is under way, or somebody saved meanwhile',
    503: 'The pictures of its pages are still being drawn: nothing was changed, ask again',
  },
  'POST /api/editions/undo': { 404: 'No edition is over', 409: 'Something was saved, or somebody registered, since' },
  'POST /api/certificates': { 409: 'No mail server is configured, the event is not over, or others are still being queued' },
  'DELETE /api/certificates': { 404: 'None is under way' },
  'POST /api/mails/test': { 409: 'No mail server is configured', 502: 'What the mail server said against it' },
  'POST /api/mails/announcement': {
    200: 'It was under way already',
    409: 'No mail server is configured, or there is nothing to tell',
  },
  'DELETE /api/mails/announcement': { 404: 'None is under way' },
  'POST /api/mails/group': {
    409: 'They are not as many as expected, or nobody, or no mail server is configured',
    429: 'A group was written to less than ten minutes ago',
  },
  'DELETE /api/mails/group': { 404: 'None is under way' },
  'POST /api/mails/:id/resend': { 409: noMail, 429: 'It was sent again less than ten minutes ago' },
  'GET /api/door/list': {
    409: 'The account has the list on fifty phones already',
    410: `${endedPhone}; or it is more than three days before or after the event`,
    429: 'Another phone of the account is getting the list',
  },
  'POST /api/door/arrivals': { 410: `${endedPhone}; what it sent is kept`, 429: 'The account or phone has sent too much today' },
  'POST /api/door/walk-in': {
    409: 'The person came more than three days before or after the event',
    410: `${endedPhone}; what it sent is kept`,
    429: 'The account has added too many people who came unregistered',
  },
  'DELETE /api/door/devices/:id/sent': { 404: 'It has sent nothing' },
  'POST /api/door/devices/:id/sent': { 404: 'Nothing of it is dropped' },
  'DELETE /api/door/accounts/:id/sent': { 404: 'It has sent nothing' },
  'POST /api/door/accounts/:id/sent': { 404: 'Nothing of it is dropped' },
  'POST /api/users/invite': { 409: 'They were invited and are inactive, or no active administrator would remain' },
  'PUT /api/users/:id': { 409: 'No active administrator would remain' },
  'POST /api/users/:id/link': { 409: 'The user is inactive' },
  'DELETE /api/users/:id': { 409: 'No active administrator would remain, or it is oneself' },
  'POST /api/upload/url': { 429: 'Too many addresses are waiting for their file' },
  'PUT /upload/:name': {
    400: 'The connection was lost',
    403: 'The address is somebody else’s, or the request comes from another site',
    409: 'The address was used',
    415: 'The file is not what it is called',
    422: 'The file is empty, too large in pixels or cannot be made safe',
    429: 'Two uploads of this user are under way',
  },
  'GET /public-objects/:name': { 206: 'The part that was asked for', 304: 'It is as it was', 416: 'It has no such part' },
  'GET /api/cards': { 429: 'One’s last download is still running' },
  'GET /charlas/:name': card,
  'GET /speakers/:name': card,
  'GET /registro/:token': limited,
  'POST /registro/:token': ownForm,
  'GET /registro/:token/entrada.png': limited,
  'POST /registro/:token/constancia': limited,
  'GET /constancia/:code': { 303: 'It was revoked: its page says so', ...limited },
  'GET /registro/:token/voy': { 303: 'They have no place: to their page', ...limited },
  'POST /registro/:token/voy': limited,
  'GET /registro/:token/libero': { 303: 'They have no place: to their page', ...limited },
  'POST /registro/:token/cancelar': limited,
  'POST /registro/:token/borrar': limited,
  'GET /registro/:token/recordatorios': limited,
  'POST /registro/:token/recordatorios': { 200: 'Reminders and mails to groups were ended by one click', ...limited },
}

// `If-Match` names the base of a merge.
for (const key of keys) {
  const call = isCollection(key) ? `PUT /api${contentPaths[key]}/:id` : `PUT /api${contentPaths[key]}`
  refusals[call] = { 409: overtaken, ...refusals[call] }
  if (isCollection(key))
    refusals[`POST /api${contentPaths[key]}`] = { 409: `Sent again under its key: ${overtaken.toLowerCase()}` }
}

/** Refusals and unusual answers, by status. */
export const refusalsOf = (call: string): Record<number, string> => refusals[call] ?? {}

type Header = { description: string; schema: { type: 'string'; format?: string } }
const tag = (description: string): Header => ({ description, schema: { type: 'string' } })
const underKey: Header = {
  description: 'Sent again under the same one it is there once',
  schema: { type: 'string', format: 'uuid' },
}

const asSeen = { 'If-Match': tag('The ETag of what was looked at before: nothing is restored once anything else was saved') }

const headers: Record<string, Record<string, Header>> = {
  'POST /api/registrations': { 'Idempotency-Key': underKey },
  'POST /api/history/:revision/restore': asSeen,
  'POST /api/history/at': asSeen,
}
for (const key of keys) {
  const path = `/api${contentPaths[key]}`
  if (isCollection(key)) {
    headers[`POST ${path}`] = { 'Idempotency-Key': underKey }
    headers[`PUT ${path}/:id`] = { 'If-Match': tag('The updatedAt of what the change is based on') }
  } else headers[`PUT ${path}`] = { 'If-Match': tag('The ETag of what the change is based on') }
}

export const headersOf = (call: string): Record<string, Header> => headers[call] ?? {}

const created = new Set(keys.filter(isCollection).map((key) => `POST /api${contentPaths[key]}`))

export const statusOf = (call: string): number => (created.has(call) ? 201 : (statuses[call] ?? 200))

/** Summaries by call, such as 'GET /api/users'. */
export const calls: ReadonlyMap<string, string> = new Map([...ofContent, ...Object.entries(others)])
