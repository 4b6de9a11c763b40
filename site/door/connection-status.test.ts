import { expect, test } from 'vitest'
import { statusText } from './connection-status.ts'
import type { SyncStatus } from './sync.ts'

const minute = 60_000
const now = Date.parse('2026-11-21T14:00:00Z')

test.each<[SyncStatus['state'], number, number, string]>([
  ['fresh', 0, 0.5, 'Lista al día'],
  ['fresh', 3, 2, '3 por enviar · lista de hace 2 min'],
  ['offline', 0, 90, 'Sin conexión · lista de hace 1 h'],
  ['offline', 12, 60 * 50, 'Sin conexión · 12 por enviar · lista de hace 2 días'],
  ['signed-out', 0, 1, 'Tu sesión terminó: entra de nuevo'],
  ['signed-out', 4, 1, 'Tu sesión terminó: entra para mandar 4'],
])('with state %s, %i unsent arrivals and a list %f minutes old, shows "%s"', (state, unsent, age, expected) => {
  expect(statusText({ state }, unsent, now - age * minute, now)).toBe(expected)
})

test('shows the server’s reason for refusing a user at the door', () => {
  expect(statusText({ state: 'refused', reason: 'Agrega un segundo factor' }, 2, now, now)).toBe('Agrega un segundo factor')
})
