import { describe, expect, test } from 'vitest'
import { stored } from '../../data/testing.ts'
import { call, createTestApp, seed, signIn, withIds } from '../testing.ts'

const tooLong = 'x'.repeat(256)

/** For each call with a body: a wrong body and its messages. */
const bodies: Record<string, [wrong: unknown, fields: Record<string, string>]> = {
  'POST /api/auth/login': [
    { email: 'ana', password: '12345' },
    { email: 'Email válido requerido', password: 'Contraseña debe tener al menos 6 caracteres' },
  ],
  'POST /api/auth/logout': [
    { extra: 1, constructor: 1 },
    { extra: 'Este campo no se conoce aquí', constructor: 'Este campo no se conoce aquí' },
  ],
  'POST /api/registrations': [
    { name: '', email: 'jose' },
    { name: 'Escribe tu nombre', email: 'Email válido requerido' },
  ],
  'PUT /api/registrations/:registration': [{ isConfirmed: 'sí' }, { isConfirmed: 'Elige sí o no' }],
  'PUT /api/hero': [{ title: '' }, { title: 'Este campo es obligatorio' }],
  'PUT /api/about': [{ description1: ' ' }, { description1: 'Este campo es obligatorio' }],
  'PUT /api/benefits': [{ benefit6Title: tooLong }, { benefit6Title: 'Máximo 255 caracteres' }],
  'PUT /api/segments': [{ segment1Title: 7 }, { segment1Title: 'Escribe un texto' }],
  'PUT /api/registration-form': [{ nameLabel: tooLong }, { nameLabel: 'Máximo 100 caracteres' }],
  'POST /api/speakers': [{}, { name: 'Nombre requerido', title: 'Cargo requerido', company: 'Empresa requerida' }],
  'PUT /api/speakers/:speaker': [
    { linkedinUrl: 'javascript:alert(1)' },
    { linkedinUrl: 'Escribe una dirección que empiece con https://' },
  ],
  'POST /api/agenda/scenarios': [{ name: ' ' }, { name: 'Nombre requerido' }],
  'PUT /api/agenda/scenarios/:scenario': [{ displayOrder: 1.5 }, { displayOrder: 'Escribe un número entero' }],
  'POST /api/agenda/events': [
    { title: '', scenarioId: '', startTime: '9' },
    {
      title: 'Título requerido',
      scenarioId: 'Selecciona un escenario',
      startTime: 'Escribe la hora como HH:mm, por ejemplo 09:00',
    },
  ],
  'PUT /api/agenda/events/:event': [{ endTime: '25:00' }, { endTime: 'Escribe la hora como HH:mm, por ejemplo 09:00' }],
  'POST /api/partners': [{ name: 'Banco', category: 'oro' }, { category: 'Elige patrocinador o aliado' }],
  'PUT /api/partners/:partner': [{ tier: 'gold' }, { tier: 'Elige principal o de apoyo' }],
  'POST /api/users': [
    { name: '', email: 'x', password: '123', role: 'root' },
    {
      name: 'Nombre requerido',
      email: 'Email válido requerido',
      password: 'Contraseña debe tener al menos 6 caracteres',
      role: 'Elige usuario, administrador o puerta',
    },
  ],
  'PUT /api/users/:user': [{ password: '12345' }, { password: 'Contraseña debe tener al menos 6 caracteres' }],
}

async function prepare(request: string) {
  const app = await createTestApp()
  const ids = await seed(app.db)
  const cookie = await signIn(app)
  return { app, cookie, request: withIds(request, ids), before: stored(app.db) }
}

describe.each(Object.entries(bodies))('%s', (path, [wrong, fields]) => {
  test('rejects a body with wrong fields, with a Spanish message at each field', async () => {
    const { app, cookie, request, before } = await prepare(path)
    const answer = await call(app, request, { cookie, json: wrong })
    expect(answer.status).toBe(422)
    expect(await answer.json()).toEqual({ error: 'Revisa los campos marcados.', fields })
    expect(stored(app.db)).toEqual(before)
  })

  test('refuses malformed JSON and changes nothing', async () => {
    const { app, cookie, request, before } = await prepare(path)
    for (const body of ['{"name":', '']) {
      const answer = await call(app, request, { cookie, body, headers: { 'Content-Type': 'application/json' } })
      expect(answer.status).toBe(400)
      expect(await answer.json()).toEqual({ error: 'La solicitud no se pudo leer.' })
    }
    expect(stored(app.db)).toEqual(before)
  })

  test('rejects a body without the content type of JSON', async () => {
    const { app, cookie, request, before } = await prepare(path)
    for (const type of ['text/plain', 'multipart/form-data; boundary=x', 'application/merge-patch+json', '']) {
      const answer = await call(app, request, { cookie, body: '{}', headers: { 'Content-Type': type } })
      expect(answer.status).toBe(415)
      expect(await answer.json()).toEqual({ error: 'El tipo de contenido no es válido.' })
    }
    expect(stored(app.db)).toEqual(before)
  })
})

test.each(['application/json', 'application/json; charset=utf-8', 'Application/JSON', 'application/json ;charset=utf-8'])(
  'reads a body with the content type %j as JSON',
  async (type) => {
    const { app, cookie, request } = await prepare('PUT /api/segments')
    const answer = await call(app, request, { cookie, body: '{"title":"Bloques"}', headers: { 'Content-Type': type } })
    expect((await answer.json()).title).toBe('Bloques')
  },
)

test.each([['[]'], ['null'], ['"text"'], ['7']])('rejects the JSON %s, which is not an object', async (body) => {
  for (const path of ['PUT /api/hero', 'POST /api/speakers']) {
    const { app, cookie, request, before } = await prepare(path)
    const answer = await call(app, request, { cookie, body, headers: { 'Content-Type': 'application/json' } })
    expect(answer.status).toBe(422)
    expect(Object.keys((await answer.json()).fields)).toEqual(['body'])
    expect(stored(app.db)).toEqual(before)
  }
})

test.each([
  ['PUT /api/hero', { savedBy: 'x' }],
  ['POST /api/speakers', { name: 'a', title: 'b', company: 'c', savedBy: 'x' }],
  ['PUT /api/speakers/:speaker', { savedBy: 'x' }],
  ['POST /api/registrations', { name: 'a', email: 'a@ejemplo.gt', savedBy: 'x' }],
  ['PUT /api/users/:user', { savedBy: 'x' }],
])('%s rejects unknown fields by name', async (path, json) => {
  const { app, cookie, request, before } = await prepare(path)
  const answer = await call(app, request, { cookie, json })
  expect(answer.status).toBe(422)
  expect((await answer.json()).fields).toEqual({ savedBy: 'Este campo no se conoce aquí' })
  expect(stored(app.db)).toEqual(before)
})

test('a body with __proto__ does not change any prototype', async () => {
  const { app, cookie, request, before } = await prepare('PUT /api/hero')
  const body = '{"__proto__":{"isAdmin":true}}'
  const answer = await call(app, request, { cookie, body, headers: { 'Content-Type': 'application/json' } })
  expect(answer.status).toBe(422)
  expect(Object.hasOwn(Object.prototype, 'isAdmin')).toBe(false)
  expect(stored(app.db)).toEqual(before)
})
