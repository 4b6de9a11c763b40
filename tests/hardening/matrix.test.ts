import { createHash, randomBytes } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { contentPaths } from '../../api/content/paths.ts'
import { describeApi } from '../../api/reference/document.ts'
import { createTestApp } from '../../api/testing.ts'
import { sectionDefaults } from '../../data/content/defaults.ts'
import { type ContentKey, itemSchemas, sectionSchemas } from '../../data/content/schema.ts'
import { sharedProduct } from '../support/fixtures.ts'
import { isFull } from '../support/full.ts'
import { admin } from '../support/product.ts'
import { openSession } from '../support/session.ts'
import { openDatabase, send } from './client.ts'
import { type Bodies, inputs } from './inputs.ts'

/**
 * The access matrix: the status that each caller gets for each call. Right input is what the panel or a visitor sends. Wrong
 * input has a wrong field, id or file. A dash means that no input can be wrong. Inactive: the account was deactivated during the
 * session. Expired: the session is too old. Braces stand for several calls, see below. `forDoor` gives the statuses of helpers at
 * the door. `isAccess` names the calls that refuse an administrator half an hour after the sign-in.
 */
const table = `
call                                | right input: nobody user admin inactive expired | wrong input: nobody user admin inactive expired
GET /api/editions                   |              401    200  200   401      401     | -
POST /api/editions                  |              401    403  201   401      401     |              401    403  422   401      401
POST /api/editions/undo             |              401    403  200   401      401     | -
GET /api/editions/:year/registrations |              401    403  404   401      401     | -
DELETE /api/editions/:year/registrations |              401    403  404   401      401     | -
GET /api/live                       |              200    200  200   200      200     | -
GET /api/ready                      |              200    200  200   200      200     | -
GET /metrics                        |              404    404  404   404      404     | -
GET /api/openapi.json               |              200    200  200   200      200     | -
GET /api/reference                  |              200    200  200   200      200     | -
GET /api/auth/me                    |              200    200  200   200      200     | -
PUT /api/auth/me                    |              401    200  200   401      401     |              401    422  422   401      401
POST /api/auth/login                |              200    200  200   200      200     |              422    422  422   422      422
POST /api/auth/logout               |              200    200  200   200      200     |              422    422  422   422      422
POST /api/auth/forgot               |              204    204  204   204      204     |              422    422  422   422      422
POST /api/auth/reset                |              200    200  200   200      200     |              422    422  422   422      422
PUT /api/auth/profile               |              401    200  200   401      401     |              401    422  422   401      401
POST /api/auth/email                |              401    200  200   401      401     |              401    422  422   401      401
POST /api/auth/email/confirm        |              204    204  204   204      204     |              422    422  422   422      422
GET /api/auth/sessions              |              401    200  200   401      401     | -
DELETE /api/auth/sessions           |              401    200  200   401      401     | -
DELETE /api/auth/sessions/:id       |              401    200  200   401      401     |              401    404  404   401      401
GET /api/auth/totp                  |              401    200  200   401      401     | -
POST /api/auth/totp/begin           |              401    200  200   401      401     |              401    422  422   401      401
POST /api/auth/totp/confirm         |              401    422  422   401      401     |              401    422  422   401      401
POST /api/auth/totp/recovery-codes  |              401    409  409   401      401     |              401    422  422   401      401
DELETE /api/auth/totp                 |              401    200  200   401      401     | -
GET /api/auth/passkeys              |              401    200  200   401      401     | -
POST /api/auth/passkeys/register/options |              401    200  200   401      401     |              401    422  422   401      401
POST /api/auth/passkeys/register    |              401    422  422   401      401     |              401    422  422   401      401
PUT /api/auth/passkeys/:id          |              401    404  404   401      401     |              401    422  422   401      401
DELETE /api/auth/passkeys/:id       |              401    404  404   401      401     | -
POST /api/auth/passkeys/sign-in/options |              200    200  200   200      200     |              422    422  422   422      422
POST /api/auth/passkeys/sign-in     |              401    401  401   401      401     |              422    422  422   422      422
GET /api/security                   |              401    200  200   401      401     | -
PUT /api/security                   |              401    403  200   401      401     |              401    403  422   401      401
GET {section}                       |              200    200  200   200      200     | -
PUT {section}                       |              401    200  200   401      401     |              401    422  422   401      401
GET {setting}                       |              200    200  200   200      200     | -
PUT {setting}                       |              401    403  200   401      401     |              401    403  422   401      401
GET {closed setting}                |              401    200  200   401      401     | -
PUT {closed setting}                |              401    403  200   401      401     |              401    403  422   401      401
GET {list}                          |              200    200  200   200      200     | -
POST {list}                         |              401    201  201   401      401     |              401    422  422   401      401
PUT {list}/:id                      |              401    200  200   401      401     |              401    422  422   401      401
DELETE {list}/:id                   |              401    200  200   401      401     |              401    404  404   401      401
GET /api/agenda/events/:id/people   |              401    200  200   401      401     |              401    404  404   401      401
GET /api/agenda/events/:id/people.csv |              401    200  200   401      401     |              401    404  404   401      401
PUT /api/agenda/events              |              401    200  200   401      401     |              401    422  422   401      401
GET /api/speakers/status            |              401    200  200   401      401     | -
GET /api/speakers/proposals         |              401    200  200   401      401     | -
POST /api/speakers/proposals/:id    |              401    404  404   401      401     |              401    422  422   401      401
POST /api/speakers/proposals/:id/undo |            401    404  404   401      401     | -
POST /api/speakers/request          |              401    409  409   401      401     |              401    422  422   401      401
POST /api/speakers/:id/link         |              401    201  201   401      401     |              401    422  422   401      401
DELETE /api/speakers/:id/link       |              401    200  200   401      401     |              401    404  404   401      401
POST /api/speakers/:id/take-back    |              401    200  200   401      401     |              401    422  422   401      401
GET /api/certificates               |              401    403  200   401      401     | -
POST /api/certificates              |              401    403  200   401      401     |              401    403  422   401      401
DELETE /api/certificates            |              401    403  404   401      401     | -
POST /api/certificates/by-hand      |              401    403  201   401      401     |              401    403  422   401      401
GET /api/certificates/of/:id        |              401    403  200   401      401     | -
DELETE /api/certificates/:code      |              401    403  200   401      401     |              401    403  404   401      401
GET /api/place-links                |              401    200  200   401      401     | -
POST /api/place-links               |              401    403  201   401      401     |              401    403  422   401      401
PUT /api/place-links/:id            |              401    403  200   401      401     |              401    403  422   401      401
POST /api/place-links/:id/renew     |              401    403  200   401      401     |              401    403  404   401      401
DELETE /api/place-links/:id         |              401    403  200   401      401     |              401    403  404   401      401
GET /api/history                    |              401    200  200   401      401     |              401    422  422   401      401
GET /api/history/at                 |              401    200  200   401      401     |              401    422  422   401      401
POST /api/history/at                |              401    200  200   401      401     |              401    422  422   401      401
GET /api/history/:revision          |              401    200  200   401      401     |              401    404  404   401      401
GET /api/history/:revision/restore  |              401    200  200   401      401     |              401    404  404   401      401
POST /api/history/:revision/restore |              401    200  200   401      401     |              401    404  404   401      401
GET /api/export                     |              401    200  200   401      401     |              401    422  422   401      401
POST /api/import/preview            |              401    200  200   401      401     |              401    422  422   401      401
POST /api/import                    |              401    200  200   401      401     |              401    422  422   401      401
POST /api/import/address            |              401    403  422   401      401     |              401    403  422   401      401
GET /api/import/photos              |              401    200  200   401      401     | -
GET /api/review                     |              401    200  200   401      401     | -
POST /api/registrations             |              201    201  201   201      201     |              422    422  422   422      422
POST /api/registrations/recover     |              202    202  202   202      202     |              422    422  422   422      422
POST /api/registrations/alert       |              409    409  409   409      409     |              422    422  422   422      422
GET /api/places/alerts              |              401    200  200   401      401     | -
GET /api/registrations              |              401    200  200   401      401     |              401    422  422   401      401
GET /api/registrations/answers      |              401    200  200   401      401     |              401    422  422   401      401
GET /api/registrations/deletion     |              401    200  200   401      401     | -
GET /api/registrations/days         |              401    200  200   401      401     | -
GET /api/registrations/export       |              401    200  200   401      401     |              401    422  422   401      401
POST /api/registrations/export      |              401    200  200   401      401     |              401    422  422   401      401
GET /api/registrations/export.xlsx  |              401    200  200   401      401     |              401    422  422   401      401
POST /api/registrations/confirm     |              401    200  200   401      401     |              401    422  422   401      401
POST /api/registrations/by-hand     |              401    201  201   401      401     |              401    422  422   401      401
POST /api/registrations/:id/seat    |              401    200  200   401      401     |              401    422  422   401      401
POST /api/registrations/merge       |              401    200  200   401      401     |              401    422  422   401      401
GET /api/registrations/import       |              401    403  200   401      401     | -
POST /api/registrations/import/preview |              401    403  200   401      401     |              401    403  422   401      401
POST /api/registrations/import      |              401    403  200   401      401     |              401    403  422   401      401
DELETE /api/registrations/import/:id |              401    403  404   401      401     | -
PUT /api/registrations/similar      |              401    200  200   401      401     |              401    422  422   401      401
GET /api/registrations/similar      |              401    200  200   401      401     | -
GET /api/registrations/:id/sessions |              401    200  200   401      401     |              401    404  404   401      401
PUT /api/registrations/:id/sessions |              401    200  200   401      401     |              401    422  422   401      401
GET /api/registrations/:id/data     |              401    200  200   401      401     |              401    404  404   401      401
PUT /api/registrations/:id          |              401    200  200   401      401     |              401    422  422   401      401
GET /api/registrations/:id/link     |              401    200  200   401      401     |              401    404  404   401      401
DELETE /api/registrations/:id       |              401    200  200   401      401     |              401    404  404   401      401
DELETE /api/registrations/:id/data  |              401    200  200   401      401     |              401    404  404   401      401
GET /api/trash                      |              401    200  200   401      401     |              401    422  422   401      401
POST /api/trash/:id/restore         |              401    200  200   401      401     |              401    404  404   401      401
GET /api/preview                    |              401    200  200   401      401     | -
POST /api/preview                   |              401    200  200   401      401     |              401    422  422   401      401
PUT /api/presence                   |              401    200  200   401      401     |              401    422  422   401      401
GET /registro/:token                |              200    200  200   200      200     |              404    404  404   404      404
POST /registro/:token               |              303    303  303   303      303     |              422    422  422   422      422
GET /registro/:token/entrada.png    |              200    200  200   200      200     |              404    404  404   404      404
GET /registro/:token/voy            |              200    200  200   200      200     |              404    404  404   404      404
POST /registro/:token/voy           |              303    303  303   303      303     |              404    404  404   404      404
GET /registro/:token/libero         |              200    200  200   200      200     |              404    404  404   404      404
POST /registro/:token/cancelar      |              303    303  303   303      303     |              404    404  404   404      404
POST /registro/:token/sesiones      |              303    303  303   303      303     |              404    404  404   404      404
POST /registro/:token/no-pasar      |              303    303  303   303      303     |              404    404  404   404      404
POST /registro/:token/pasar         |              409    409  409   409      409     |              404    404  404   404      404
GET /registro/pase/:token           |              200    200  200   200      200     |              404    404  404   404      404
POST /registro/pase/:token          |              303    303  303   303      303     |              404    404  404   404      404
POST /registro/pase/:token/no       |              303    303  303   303      303     |              404    404  404   404      404
GET /registro/cupo/:token           |              200    200  200   200      200     |              404    404  404   404      404
POST /registro/cupo/:token          |              303    303  303   303      303     |              409    409  409   409      409
GET /registro/aviso/:token          |              200    200  200   200      200     |              404    404  404   404      404
POST /registro/aviso/:token         |              303    303  303   303      303     |              404    404  404   404      404
POST /registro/aviso/:token/no      |              303    303  303   303      303     |              404    404  404   404      404
POST /registro/:token/borrar        |              303    303  303   303      303     |              404    404  404   404      404
POST /registro/:token/constancia     |              303    303  303   303      303     |              404    404  404   404      404
GET /ponente/:token                 |              200    200  200   200      200     |              404    404  404   404      404
POST /ponente/:token                |              303    303  303   303      303     |              422    422  422   422      422
POST /ponente/:token/confirmar      |              303    303  303   303      303     |              404    404  404   404      404
POST /ponente/:token/foto           |              303    303  303   303      303     |              422    422  422   422      422
GET /constancia/:code               |              200    200  200   200      200     |              404    404  404   404      404
GET /registro/:token/recordatorios  |              303    303  303   303      303     |              404    404  404   404      404
POST /registro/:token/recordatorios |              303    303  303   303      303     |              404    404  404   404      404
GET /api/mails                      |              401    200  200   401      401     |              401    422  422   401      401
GET /api/mails/server               |              401    200  200   401      401     | -
POST /api/mails/preview             |              401    200  200   401      401     |              401    422  422   401      401
POST /api/mails/test                |              401    403  409   401      401     |              401    403  422   401      401
GET /api/mails/announcement         |              401    403  200   401      401     | -
POST /api/mails/announcement        |              401    403  409   401      401     |              401    403  422   401      401
DELETE /api/mails/announcement      |              401    403  404   401      401     | -
GET /api/mails/group                |              401    403  200   401      401     | -
POST /api/mails/group               |              401    403  409   401      401     |              401    403  422   401      401
DELETE /api/mails/group             |              401    403  404   401      401     | -
POST /api/mails/:id/resend          |              401    409  409   401      401     |              401    404  404   401      401
GET /api/door/list                  |              401    200  200   401      401     |              401    422  422   401      401
POST /api/door/arrivals             |              401    200  200   401      401     |              401    422  422   401      401
POST /api/door/walk-in              |              401    201  201   401      401     |              401    422  422   401      401
GET /api/door/rooms                 |              401    200  200   401      401     | -
PUT /api/door/rooms                 |              401    200  200   401      401     |              401    422  422   401      401
GET /api/door/summary               |              401    200  200   401      401     | -
GET /api/door/devices               |              401    403  200   401      401     | -
DELETE /api/door/devices/:id        |              401    403  200   401      401     |              401    403  404   401      401
DELETE /api/door/devices/:id/sent   |              401    403  200   401      401     |              401    403  404   401      401
POST /api/door/devices/:id/sent     |              401    403  200   401      401     |              401    403  404   401      401
GET /api/door/accounts              |              401    403  200   401      401     | -
DELETE /api/door/accounts/:id/sent  |              401    403  200   401      401     |              401    403  404   401      401
POST /api/door/accounts/:id/sent    |              401    403  200   401      401     |              401    403  404   401      401
GET /api/users                      |              401    200  200   401      401     | -
POST /api/users                     |              401    403  201   401      401     |              401    403  422   401      401
POST /api/users/invite              |              401    403  201   401      401     |              401    403  422   401      401
POST /api/users/:id/link            |              401    403  201   401      401     |              401    403  404   401      401
PUT /api/users/:id                  |              401    403  200   401      401     |              401    403  422   401      401
DELETE /api/users/:id/sessions      |              401    403  200   401      401     |              401    403  404   401      401
DELETE /api/users/:id/second-factor |              401    403  404   401      401     | -
DELETE /api/users/:id               |              401    403  200   401      401     |              401    403  404   401      401
GET /api/audit                      |              401    403  200   401      401     |              401    403  422   401      401
GET /api/publish                    |              401    200  200   401      401     | -
POST /api/publish                   |              401    200  200   401      401     | -
GET /api/cards                      |              401    200  200   401      401     | -
GET /api/backups                    |              401    200  200   401      401     | -
POST /api/upload/url                |              401    200  200   401      401     |              401    415  415   401      401
PUT /upload/:name                   |              401    201  201   401      401     |              401    415  415   401      401
GET /charlas/:name                  |              200    200  200   200      200     |              404    404  404   404      404
GET /speakers/:name                 |              200    200  200   200      200     |              404    404  404   404      404
GET /public-objects/:name           |              200    200  200   200      200     |              404    404  404   404      404
`

/** Paths that are not routes: other forms of a route, and files of the published site. The columns are those of the table above. */
const beside = `
GET /constancia/:code.pdf           |              200    200  200   200      200     |              404    404  404   404      404
GET /constancia/:code.png           |              200    200  200   200      200     |              404    404  404   404      404
GET /                               |              200    200  200   200      200     | -
GET /admin                          |              200    200  200   200      200     | -
GET /puerta                         |              200    200  200   200      200     | -
GET /recuperar                      |              200    200  200   200      200     | -
GET /privacidad                     |              200    200  200   200      200     | -
GET /pantalla                       |              200    200  200   200      200     | -
GET /ahora.json                     |              200    200  200   200      200     | -
GET /schedule.json                  |              200    200  200   200      200     | -
GET /2098                           |              404    404  404   404      404     | -
GET /conference.db                  |              404    404  404   404      404     | -
`

/** Sections that only administrators change. Visitors cannot read the closed sections. */
const settings = ['/api/event', '/api/privacy', '/api/layout', '/api/look']
const closedSettings = ['/api/mail-texts', '/api/places', '/api/certificates/settings', '/api/speakers/settings']
const pathsOf = (schemas: object) => Object.keys(schemas).map((key) => `/api${contentPaths[key as ContentKey]}`)

const content: Record<string, string[]> = {
  '{section}': pathsOf(sectionSchemas).filter((path) => ![...settings, ...closedSettings].includes(path)),
  '{setting}': settings,
  '{closed setting}': closedSettings,
  '{list}': pathsOf(itemSchemas),
}

const nextEdition = {
  name: 'Conferencia 2099',
  eventDate: '2099-11-20',
  keep: { speakers: true, partners: true, texts: true, registrations: 'apart' },
}
const passkey = { id: 'x', rawId: 'x', type: 'public-key', response: {}, clientExtensionResults: {} }

/** Right and wrong bodies of calls. `inputs.ts` creates the items that a call needs. */
const bodies: Record<string, Bodies> = {
  'POST /api/auth/login': { right: admin, wrong: { ...admin, role: 'admin' } },
  'PUT /api/auth/me': {
    right: { currentPassword: 'secreto', password: 'secreto' },
    wrong: { currentPassword: 'otra cosa', password: 'secreto' },
  },
  'POST /api/auth/totp/begin': { right: {}, wrong: { all: true } },
  // No app was begun, so a right code is refused too. Right codes are tested in `second-factor.test.ts`.
  'POST /api/auth/totp/confirm': { right: { code: '000000' }, wrong: { code: '' } },
  'POST /api/auth/totp/recovery-codes': { right: {}, wrong: { all: true } },
  'PUT /api/auth/profile': { right: { name: 'Luis', picture: '' }, wrong: { picture: 'https://ejemplo.gt/yo.png' } },
  'PUT /api/auth/passkeys/:id': { right: { name: 'Teléfono' }, wrong: { name: '' } },
  // No authenticator answers here. Right answers are tested in `passkeys.test.ts`.
  'POST /api/auth/passkeys/register/options': { right: {}, wrong: { all: true } },
  'POST /api/auth/passkeys/register': { right: passkey, wrong: { ...passkey, type: 'otro' } },
  'POST /api/auth/passkeys/sign-in/options': { right: {}, wrong: { all: true } },
  'POST /api/auth/passkeys/sign-in': { right: passkey, wrong: { ...passkey, type: 'otro' } },
  'PUT /api/security': { right: { requireSecondFactor: false }, wrong: { requireSecondFactor: 'sí' } },
  'POST /api/auth/forgot': { right: { email: 'nadie@ejemplo.gt' }, wrong: { email: 'nadie' } },
  'POST /api/users/invite': { right: { name: 'Luis', email: 'invitado@ejemplo.gt' }, wrong: { role: 'root' } },
  'POST /api/auth/logout': { right: {}, wrong: { all: true } },
  'PUT /api/hero': { right: { subtitle: 'Otro' }, wrong: { eventDate: 'mañana' } },
  'PUT /api/about': { right: { title: 'Otro' }, wrong: { title: '' } },
  'PUT /api/benefits': { right: { title: 'Otro' }, wrong: { benefit7Title: 'Otro' } },
  'PUT /api/segments': { right: { title: 'Otro' }, wrong: { title: 5 } },
  'PUT /api/registration-form': { right: { modalTitle: 'Otro' }, wrong: { nameLabel: 'x'.repeat(101) } },
  // Nobody has proposed a change. Right requests are tested in api/speakers/speakers.test.ts.
  'POST /api/speakers/proposals/:id': { right: { accept: [] }, wrong: { accept: 'bio' } },
  'POST /api/speakers/request': { right: {}, wrong: { ids: 'todos' } },
  'PUT /api/places': { right: { capacity: 100_000 }, wrong: { capacity: 0.5 } },
  'PUT /api/privacy': { right: { notice: 'Solo para el evento.', retentionDays: 3_650 }, wrong: { retentionDays: 0.5 } },
  'PUT /api/mail-texts': { right: { reminderDays: 3 }, wrong: { reminderDays: 0.5 } },
  'PUT /api/event': { right: { organiser: 'Otro' }, wrong: { startTime: '25:00' } },
  'PUT /api/registrations/:id': { right: { isConfirmed: true, notes: 'x', staffNotes: 'x' }, wrong: { isConfirmed: 'sí' } },
  'PUT /api/registrations/:id/sessions': { right: { sessions: [] }, wrong: { sessions: 'todas' } },
  'POST /api/registrations/:id/seat': { right: {}, wrong: { over: 'sí' } },
  // Registration is open, and no mail server is configured.
  'POST /api/registrations/alert': { right: { email: 'ana@ejemplo.gt' }, wrong: { email: 'ana' } },
  'POST /api/registrations/recover': { right: { email: 'ana@ejemplo.gt' }, wrong: { email: 'ana' } },
  'POST /api/preview': {
    right: { sections: { hero: { subtitle: 'Otro' } }, collections: { partners: [{ name: 'Banco' }] } },
    wrong: { sections: { hero: { title: '' } } },
  },
  'POST /api/import/preview': {
    right: { source: 'csv', data: 'Título,Día,Inicio\nRedes,2027-03-05,09:00' },
    wrong: { source: 'pretalx', data: '{}' },
  },
  'POST /api/import': {
    right: { source: 'csv', data: 'Título,Día,Inicio\nRedes,2027-03-05,09:00', accept: [] },
    wrong: { source: 'pretalx', data: '{}', accept: [] },
  },
  // Addresses of this machine are refused. A real import is tested in api/import/address.test.ts.
  'POST /api/import/address': { right: { url: 'https://localhost/schedule.json' }, wrong: { url: '' } },
  'POST /api/registrations/import/preview': {
    right: { source: 'csv', data: 'Nombre,Email\nLuis,invitado@ejemplo.gt' },
    wrong: { source: 'pretalx', data: '{}' },
  },
  'POST /api/registrations/import': {
    right: { source: 'csv', data: 'Nombre,Email\nLuis,invitado@ejemplo.gt', accept: [] },
    wrong: { source: 'csv', data: 'Nombre,Email\nLuis,invitado@ejemplo.gt', accept: ['todas'] },
  },
  // The call of the next row undoes this edition.
  'POST /api/editions': {
    right: nextEdition,
    wrong: { ...nextEdition, keep: {} },
  },
  'PUT /api/presence': { right: { section: 'hero' }, wrong: { section: 'otra' } },
  'POST /api/mails/test': { right: { to: 'yo@ejemplo.gt', kind: 'confirmation' }, wrong: { to: 'yo@ejemplo.gt', kind: 'otro' } },
  'POST /api/mails/announcement': { right: { subject: 'Cambio', body: 'Cambio' }, wrong: { subject: 'Cambio' } },
  // Constancias for speakers, because without a mail server constancias for attendees are refused.
  'POST /api/certificates': { right: { to: 'speakers' }, wrong: { to: 'nadie' } },
  'POST /api/certificates/by-hand': { right: { role: 'organiser', name: 'José' }, wrong: { role: 'attendee', name: 'José' } },
  'POST /api/registrations/export': { right: { ids: ['a'] }, wrong: { ids: [] } },
  'POST /api/mails/group': {
    right: { to: 'all', subject: 'Hola', body: 'Hola', expected: 1 },
    wrong: { to: 'nadie', subject: 'Hola', body: 'Hola', expected: 1 },
  },
  'POST /api/door/arrivals': {
    right: { device: 'a', arrivals: [{ id: 'a', registration: 'x', at: '2027-03-04T15:00:00Z' }] },
    wrong: { device: 'a', arrivals: [{ id: 'a', registration: 'x', at: 'ayer' }] },
  },
  'POST /api/door/walk-in': {
    right: { id: '6f0a1fb4-8f5b-4d0c-9a52-3f1f6a3b7c11', name: 'Luis', at: '2027-03-04T15:00:00Z' },
    wrong: { id: 'a', name: 'Luis', at: '2027-03-04T15:00:00Z' },
  },
  'POST /api/upload/url': { right: { fileName: 'logo.svg' }, wrong: { fileName: 'logo.exe' } },
  'POST /api/publish': { right: {}, wrong: {} },
}

/** Other sections accept their defaults, and refuse an unknown field. */
for (const [key, right] of Object.entries(sectionDefaults))
  bodies[`PUT /api${contentPaths[key as ContentKey]}`] ??= { right, wrong: { unknown: 1 } }

const callers = ['nobody', 'user', 'admin', 'inactive', 'expired'] as const
type Caller = (typeof callers)[number] | 'door' | 'stale'

/** Helpers at the door get the statuses of users at the door and in their own profile. Elsewhere they get those of visitors, or 403. */
function forDoor(call: string, statuses: string): string {
  const [nobody = '', user = ''] = statuses.split(/\s+/)
  if (/ \/api\/(door|auth)\//.test(call)) return user
  return nobody === '401' ? '403' : nobody
}

/** Calls that give or take access. */
const isAccess = (call: string): boolean =>
  /^(POST|PUT|DELETE) \/api\/(users|security|auth\/(email$|sessions|totp|passkeys(?!\/sign-in)))/.test(call)

const cellsOf = (line: string) => line.split('|').map((cell) => cell.trim())

/** Calls of other lists that are served by the same routes as the first list. */
const alike = new Set<string>()

const rows = table
  .trim()
  .split('\n')
  .slice(1)
  .flatMap((line) => {
    const [kind = ''] = /\{.+\}/.exec(line) ?? []
    const lines = (content[kind] ?? ['']).map((path) => line.replace(kind, path))
    if (kind === '{list}') for (const later of lines.slice(1)) alike.add(cellsOf(later)[0] ?? '')
    return lines
  })
  .map(cellsOf)
const rowsBeside = beside.trim().split('\n').map(cellsOf)

const product = await sharedProduct()
const db = openDatabase(product)
const adminSession = await openSession(product)

const ids = new Map<string, string>()
for (const name of ['door', 'user', 'admin', 'inactive', 'expired', 'stale']) {
  const role = name === 'door' || name === 'user' ? name : 'admin'
  const json = { name, email: `${name}@conferencia.gt`, password: 'secreto', role }
  const { body } = await send(product, 'POST /api/users', { json, headers: adminSession })
  ids.set(name, JSON.parse(body).id)
}
db.prepare('UPDATE users SET isActive = 0 WHERE id = ?').run(ids.get('inactive'))

/** Stores a new session for each call, because the server deletes a session that it refuses. */
function sessionOf(caller: Caller): Record<string, string> {
  if (caller === 'nobody') return { Origin: product.origin }
  const token = randomBytes(32).toString('base64url')
  const id = createHash('sha256').update(token).digest('hex')
  const now = Math.floor(Date.now() / 1000)
  const end = caller === 'expired' ? now - 1 : now + 60 * 60
  const signedInAt = caller === 'stale' ? now - 31 * 60 : now
  const insert = db.prepare('INSERT INTO sessions (id, user_id, expires_at, created_at) VALUES (?, ?, ?, ?)')
  insert.run(id, ids.get(caller), end, signedInAt)
  return { Cookie: `session=${token}`, Origin: product.origin }
}

const madeOnce = new Map<string, ReturnType<typeof inputs>>()

/**
 * Returns the input of a call. Callers who are refused or only read share one input, because it is slow to make. Other callers
 * get a new one.
 */
function inputOf(call: string, kind: 'right' | 'wrong', maker: Record<string, string>, isRefused: boolean) {
  const isRead = /^GET \/(?!api\/)/.test(call)
  if (!isRead && !isRefused) return inputs(product, maker, call, kind, bodies[call])
  const input = madeOnce.get(`${kind} ${call}`) ?? inputs(product, adminSession, call, kind, bodies[call])
  madeOnce.set(`${kind} ${call}`, input)
  return input
}

/** Sends the call as this caller and returns the status. `expected` decides if the input can be shared. */
async function statusOf(caller: Caller, call: string, kind: 'right' | 'wrong', expected = ''): Promise<number> {
  const own = sessionOf(caller)
  // The caller creates the needed items if possible, because an upload's address belongs to one user. Users may not make place links.
  const isMaker =
    caller === 'admin' ||
    (caller === 'user' && !call.includes('/registro/cupo/')) ||
    (caller === 'door' && call.includes(' /api/auth/'))
  const { line, ...content } = await inputOf(call, kind, isMaker ? own : adminSession, /401|403/.test(expected))
  return (await send(product, line, { ...content, headers: { ...content.headers, ...own } })).status
}

/**
 * Returns true if the caller is tested. A full run tests all callers. `npm test` tests only a visitor if everybody may call.
 * Administrators are tested only if they get another status than users. Wrong input is tested only with visitors and users. Users
 * test only the first of similar calls.
 */
function isAsked(caller: Caller, call: string, kind: 'right' | 'wrong', [nobody, user, admin]: string[]): boolean {
  if (isFull || caller === 'nobody') return true
  if (nobody !== '401' || (caller === 'user' && alike.has(call))) return false
  if (kind === 'wrong') return caller === 'user'
  return caller !== 'admin' || user !== admin
}

/** Compares the statuses of all callers with a row of the matrix. */
async function check(call: string, kind: 'right' | 'wrong', row: string): Promise<void> {
  const statuses = row.split(/\s+/)
  const expected: string[] = []
  const seen: string[] = []
  for (const [index, caller] of callers.entries()) {
    if (!isAsked(caller, call, kind, statuses)) continue
    expected.push(`${caller} ${statuses[index]}`)
    seen.push(`${caller} ${await statusOf(caller, call, kind, statuses[index])}`)
  }
  expect(seen).toEqual(expected)
  if (!isAsked('door', call, kind, statuses)) return
  if (isAccess(call)) expect(`stale ${await statusOf('stale', call, kind, '401')}`).toBe('stale 401')
  expect(`door ${await statusOf('door', call, kind, forDoor(call, row))}`).toBe(`door ${forDoor(call, row)}`)
}

test('the access matrix has a row for every route of the API', async () => {
  const { app } = await createTestApp()
  const routes = app.routes
    .filter(({ method }) => method !== 'ALL')
    .map(({ method, path }) => `${method} ${path.replace(/\/$/, '')}`)
  expect(rows.map(([call]) => call).toSorted()).toEqual([...new Set(routes)].toSorted())
})

test('the OpenAPI document lists the statuses of the access matrix', async () => {
  const { app } = await createTestApp()
  const { paths } = describeApi(app.routes, 'Conferencia', product.origin)
  for (const [call = '', right = ''] of rows) {
    const [method = '', path = ''] = call.toLowerCase().split(' ')
    const described = paths[call.split(' ')[1]?.replaceAll(/:(\w+)/g, '{$1}') ?? path]?.[method]
    const status = right.split(/\s+/)[2]
    // Leaves out calls that are refused because there is no mail server.
    if (Number(status) < 400) expect(described?.responses, call).toHaveProperty([status ?? ''])
  }
})

describe('each call answers guests, users and administrators with the statuses of the matrix', () => {
  test.each([...rows, ...rowsBeside])(
    '%s answers guest, user and administrator with %s, and wrong input with %s',
    async (call = '', right = '', wrong = '') => {
      await check(call, 'right', right)
      if (wrong !== '-') await check(call, 'wrong', wrong)
    },
  )
})
