import { expect, test } from 'vitest'
import type { ActivityEntry } from '../../../data/accounts/activity.ts'
import { sentence } from './activity-sentences.ts'

const entry: ActivityEntry = {
  id: 1,
  at: '2025-06-01T12:00:00.000Z',
  action: 'signed-in',
  userId: '1',
  role: 'admin',
  userName: 'Ana',
  subject: null,
  subjectId: null,
  subjectName: null,
  isThere: false,
  revision: null,
  source: null,
}

const activities: [Partial<ActivityEntry>, string][] = [
  [{}, 'Ana inició sesión'],
  [{ userName: null }, 'Usuario eliminado inició sesión'],
  [{ action: 'signed-out' }, 'Ana cerró sesión'],
  [{ action: 'sign-in-failed' }, 'Alguien intentó entrar sin éxito con la cuenta de Ana'],
  [{ action: 'sign-in-failed', userName: null }, 'Alguien intentó entrar sin éxito con la cuenta de un usuario eliminado'],
  [{ action: 'sign-in-failed', userId: null, userName: null }, 'Alguien intentó entrar sin éxito con una cuenta que no existe'],
  [{ action: 'content-saved', subject: 'hero' }, 'Ana guardó Hero'],
  [{ action: 'content-saved', subject: 'registrationForm' }, 'Ana guardó los textos del formulario'],
  [{ action: 'content-saved', subject: 'speakers', subjectId: '7' }, 'Ana guardó un speaker'],
  [{ action: 'content-created', subject: 'events', subjectId: '7' }, 'Ana agregó un evento'],
  [{ action: 'content-saved', subject: 'events', subjectId: '7', subjectName: 'Redes' }, 'Ana guardó el evento «Redes»'],
  [{ action: 'content-saved', subject: 'events' }, 'Ana guardó varios eventos a la vez'],
  [{ action: 'content-deleted', subject: 'speakers', subjectId: '7', subjectName: 'Eva' }, 'Ana eliminó el speaker «Eva»'],
  [{ action: 'content-deleted', subject: 'scenarios', subjectId: '7' }, 'Ana eliminó un escenario'],
  [{ action: 'content-restored', subject: 'hero' }, 'Ana restauró Hero'],
  [{ action: 'content-restored', subject: 'events', subjectId: '7' }, 'Ana restauró un evento'],
  [{ action: 'content-restored', subject: 'events' }, 'Ana restauró la lista de eventos'],
  [{ action: 'content-restored' }, 'Ana devolvió todo el contenido a un momento anterior'],
  [{ action: 'uploaded', subjectId: 'a.webp' }, 'Ana subió un archivo'],
  [{ action: 'publish-retried', revision: 3 }, 'Ana volvió a publicar el sitio'],
  [{ action: 'registration-confirmed', subjectId: '7' }, 'Ana confirmó un registro'],
  [{ action: 'registration-unconfirmed', subjectId: '7' }, 'Ana marcó un registro como pendiente'],
  [{ action: 'registration-deleted', subjectId: '7' }, 'Ana eliminó un registro'],
  [{ action: 'registration-restored', subjectId: '7' }, 'Ana sacó un registro de la papelera'],
  [{ action: 'registration-erased', subjectId: '7' }, 'Ana borró definitivamente los datos de una persona'],
  [{ action: 'registrations-exported' }, 'Ana exportó los registros'],
  [{ action: 'user-created', subjectId: '2', subjectName: 'Luis' }, 'Ana creó al usuario Luis'],
  [{ action: 'user-created', subjectId: '2' }, 'Ana creó a un usuario que ya no existe'],
  [{ action: 'user-changed', subjectId: '2', subjectName: 'Luis' }, 'Ana cambió al usuario Luis'],
  [{ action: 'user-changed', subjectId: '1', subjectName: 'Ana' }, 'Ana cambió sus propios datos'],
  [
    { action: 'user-created', userId: null, userName: null, subjectId: '2', subjectName: 'Luis' },
    'Alguien con acceso al servidor creó al usuario Luis',
  ],
  [
    { action: 'user-changed', userId: null, userName: null, subjectId: '2', subjectName: 'Luis' },
    'Alguien con acceso al servidor cambió al usuario Luis',
  ],
  [{ action: 'user-deleted', subjectId: '2' }, 'Ana eliminó a un usuario'],
]

test.each(activities)('describes the activity entry %o as "%s"', (fields, expected) => {
  const { who, what, thing } = sentence({ ...entry, ...fields })
  expect(`${who} ${what} ${thing}`.trim()).toBe(expected)
})
