import { describe, expect, test } from 'vitest'
import type { z } from 'zod'
import { loginSchema, userChangeSchema, userSchema } from '../accounts/schema.ts'
import { emailPattern } from '../fields.ts'
import { registrationChangeSchema, registrationFilterSchema, registrationSchema } from './schema.ts'

const dialog = {
  name: 'José',
  email: 'jose@ejemplo.gt',
  company: 'Labs',
  position: 'CTO',
  phone: '+502 5555 1234',
  acceptsMarketing: true,
}
const inline = { name: 'José', email: 'jose@ejemplo.gt', phone: '5555 1234', comments: 'Llego tarde' }

const forms: Record<string, { schema: z.ZodType; value: object }> = {
  registration: { schema: registrationSchema, value: dialog },
  'inline registration': { schema: registrationSchema, value: inline },
  confirmation: { schema: registrationChangeSchema, value: { isConfirmed: true } },
  filter: { schema: registrationFilterSchema, value: { search: 'josé', status: 'pending', limit: 10, offset: 20 } },
  login: { schema: loginSchema, value: { email: 'ana@conferencia.gt', password: 'secreto' } },
  user: {
    schema: userSchema,
    value: { name: 'Ana', email: 'ana@conferencia.gt', password: 'secreto', role: 'admin', isActive: false },
  },
  'user change': { schema: userChangeSchema, value: { name: 'Ana', password: '' } },
}

const parse = (form: string, change: object) => {
  const { schema, value } = forms[form] ?? raise(form)
  return schema.safeParse({ ...value, ...change })
}

test.each(Object.keys(forms))('accepts a complete %s unchanged', (form) => {
  expect(parse(form, {}).data).toEqual(forms[form]?.value)
})

test.each([
  ['a registration', registrationSchema, { name: 'José', email: 'jose@ejemplo.gt' }],
  ['a user', userSchema, { name: 'Ana', email: 'ana@conferencia.gt', password: 'secreto' }],
  ['a change of a user', userChangeSchema, {}],
  ['a filter', registrationFilterSchema, {}],
])('accepts %s with only its required fields', (_, schema: z.ZodType, value) => {
  expect(schema.parse(value)).toEqual(value)
})

const taken = (address: string) => parse('registration', { email: address }).data

test.each([
  ['compras&ventas@ejemplo.gt', 'compras&ventas@ejemplo.gt'],
  ['a/b@ejemplo.gt', 'a/b@ejemplo.gt'],
  ["#1!o'hara=x?{y}|~`z^%@ejemplo.gt", "#1!o'hara=x?{y}|~`z^%@ejemplo.gt"],
  ['luz..paz.@docomo.ejemplo.jp', 'luz..paz.@docomo.ejemplo.jp'],
  ['ana@xn--e1afmkfd.xn--p1ai', 'ana@xn--e1afmkfd.xn--p1ai'],
  ['ana@peña.gt', 'ana@xn--pea-8ma.gt'],
  ['Ana@CORREO.Peña.GT', 'Ana@correo.xn--pea-8ma.gt'],
  ['ana@münchen.ejemplo.de', 'ana@xn--mnchen-3ya.ejemplo.de'],
])('reads the typed e-mail %s as %s, as a browser does', (typed, expected) => {
  expect(taken(typed)).toMatchObject({ email: expected })
})

test.each([
  'ana@ejemplo',
  'ana@-a.gt',
  'josé@ejemplo.gt',
  'a b@ejemplo.gt',
  'a@b@ejemplo.gt',
  'a,b@ejemplo.gt',
  'a@peña..gt',
  '<a@ejemplo.gt>',
  'a@peña.gt/x',
  'a@ejemplo.gt\r\nBcc: b@ejemplo.gt',
])('rejects %j as an e-mail', (typed) => {
  expect(taken(typed)).toBeUndefined()
})

test.each([
  ['ana@ejemplo.gt', true],
  ['ana@peña.gt', true],
  ['a&b@ejemplo.gt', true],
  ['ana@ejemplo', false],
  ['a@b@ejemplo.gt', false],
])('the pattern for e-mails in the form at the door accepts %s: %s', (typed, isAddress) => {
  expect(new RegExp(emailPattern).test(typed)).toBe(isAddress)
})

describe('messages of the specification', () => {
  const shortPassword = 'Contraseña debe tener al menos 6 caracteres'
  const wrongEmail = 'Email válido requerido'

  test.each<[string, string, string, unknown]>([
    ['registration', 'name', 'Escribe tu nombre', '  '],
    ['registration', 'name', 'Escribe tu nombre', '\u200b\u2060 \u3164\u2800'],
    ['registration', 'name', 'Máximo 255 caracteres', 'x'.repeat(256)],
    ['registration', 'email', wrongEmail, 'jose'],
    ['registration', 'email', wrongEmail, undefined],
    ['registration', 'email', 'Máximo 254 caracteres', `${'x'.repeat(250)}@x.gt`],
    ['registration', 'phone', 'Máximo 40 caracteres', '1'.repeat(41)],
    ['registration', 'acceptsMarketing', 'Elige sí o no', 'on'],
    ['registration', 'comments', 'Máximo 5000 caracteres', 'x'.repeat(5001)],
    ['confirmation', 'isConfirmed', 'Elige sí o no', 1],
    ['filter', 'status', 'Estado desconocido', 'new'],
    ['filter', 'limit', 'Mínimo 1', '0'],
    ['filter', 'limit', 'Máximo 1000', '1001'],
    ['filter', 'limit', 'Escribe un número', 'all'],
    ['filter', 'limit', 'Escribe un número entero', '1.5'],
    ['filter', 'offset', 'Mínimo 0', '-1'],
    ['filter', 'search', 'Máximo 255 caracteres', 'x'.repeat(256)],
    ['login', 'email', wrongEmail, 'ana'],
    ['login', 'password', shortPassword, '12345'],
    ['login', 'password', shortPassword, undefined],
    ['user', 'name', 'Nombre requerido', ''],
    ['user', 'email', wrongEmail, 'ana@'],
    ['user', 'password', shortPassword, '12345'],
    ['user', 'password', shortPassword, ''],
    ['user', 'password', shortPassword, undefined],
    ['user', 'password', 'Máximo 200 caracteres', 'x'.repeat(201)],
    ['user', 'role', 'Elige usuario, administrador o puerta', 'root'],
    ['user', 'isActive', 'Elige sí o no', 'no'],
    ['user change', 'password', 'Máximo 200 caracteres', 'x'.repeat(201)],
    ['user change', 'password', shortPassword, '12345'],
    ['user change', 'name', 'Nombre requerido', ''],
  ])('rejects %s.%s with the message %s (%#)', (form, field, message, value) => {
    const issues = parse(form, { [field]: value }).error?.issues ?? []
    expect(issues.map(({ path, message }) => [path.join('.'), message])).toEqual([[field, message]])
  })
})

test.each<[string, object]>([
  ['registration', { isConfirmed: true }],
  ['registration', { id: '1' }],
  ['registration', { registrationDate: '2020-01-01' }],
  ['confirmation', { registrationDate: '2020-01-01' }],
  ['login', { role: 'admin' }],
  ['user', { passwordHash: '' }],
  ['user change', { id: '1' }],
])('rejects a %s with the unknown fields %j', (form, extra) => {
  expect(parse(form, extra).error?.issues.map(({ code }) => code)).toEqual(['unrecognized_keys'])
})

function raise(form: string): never {
  throw new Error(`no form ${form}`)
}
