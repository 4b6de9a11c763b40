import { parse } from 'csv-parse/sync'
import { expect, test } from 'vitest'
import type { ItemFields } from '../../data/content/schema.ts'
import { saveSection } from '../../data/content/sections.ts'
import { registrationWithToken } from '../../data/own/own-registration.ts'
import { addItem, listRegistrations, someEdit } from '../../data/testing.ts'
import { dayMs } from '../../data/time.ts'
import { call, createTestApp, signIn, type TestApp } from '../testing.ts'
import { eraseOldAnswers } from './retention.ts'

const form = { 'Content-Type': 'application/x-www-form-urlencoded' }

const add = ({ db }: TestApp, fields: Partial<ItemFields<'questions'>>) => addItem(db, 'questions', fields).id

/** Adds a question about food, a question that depends on the chosen food, a required yes-no question, and a hidden question. */
async function asking() {
  const app = await createTestApp({ isPublished: true })
  const food = add(app, { label: '¿Qué comes?', kind: 'choice', options: ['De todo', 'Vegano'], atDoor: true })
  const allergy = add(app, { label: '¿Alergias?', onlyIf: { question: food, is: 'Vegano' }, isRequired: true })
  const ramp = add(app, { label: '¿Necesitas rampa?', kind: 'yes-no', isRequired: true })
  const hidden = add(app, { label: '¿Talla?', isActive: false })
  const cookie = await signIn(app)
  const register = (answers: unknown, email = 'ana@ejemplo.gt') =>
    call(app, 'POST /api/registrations', { json: { name: 'Ana Paz', email, answers } })
  const list = async (query = '') => (await call(app, `GET /api/registrations${query}`, { cookie })).json()
  const [ana, ben] = ['ana@ejemplo.gt', 'ben@ejemplo.gt']
  return { app, cookie, register, list, food, allergy, ramp, hidden, ana, ben }
}

test('stores each answer with the text that its question had at that time', async () => {
  const { app, cookie, register, list, food, ramp, hidden } = await asking()
  expect((await register({ [food]: 'De todo', [ramp]: false, [hidden]: 'M' })).status).toBe(201)
  expect((await call(app, `PUT /api/questions/${food}`, { cookie, json: { label: '¿Menú?' } })).status).toBe(200)
  const [ana] = await list()
  expect(ana.answers).toEqual({ [food]: 'De todo', [ramp]: false })
  expect(ana.questionTexts).toEqual({ [food]: '¿Qué comes?', [ramp]: '¿Necesitas rampa?' })
  const { registrations } = await (await call(app, `GET /api/registrations/${ana.id}/data`, { cookie })).json()
  expect(registrations[0].answers).toEqual([
    { question: '¿Qué comes?', answer: 'De todo' },
    { question: '¿Necesitas rampa?', answer: false },
  ])
})

test('rejects missing, wrong and unknown answers with a message at each question', async () => {
  const { register, list, food, allergy, ramp } = await asking()
  const fields = async (answers: unknown) => {
    const answer = await register(answers)
    return { status: answer.status, fields: (await answer.json()).fields }
  }
  expect(await fields(undefined)).toEqual({ status: 422, fields: { [`answers.${ramp}`]: 'Contesta esta pregunta' } })
  expect(await fields({ [food]: 'Carne', [ramp]: 'quizás', otra: 'x' })).toEqual({
    status: 422,
    fields: {
      [`answers.${food}`]: 'Elige una de las respuestas',
      [`answers.${ramp}`]: 'Elige sí o no',
      'answers.otra': 'Esta pregunta ya no existe. Recarga la página.',
    },
  })
  expect((await fields({ [food]: 'Vegano', [ramp]: true })).fields).toEqual({ [`answers.${allergy}`]: 'Contesta esta pregunta' })
  expect((await fields({ [ramp]: { a: 1 } })).status).toBe(422)
  expect(await list()).toEqual([])
})

test('drops the answer to a question that the answer to another question hides', async () => {
  const { register, list, food, allergy, ramp } = await asking()
  await register({ [food]: 'De todo', [allergy]: 'Maní', [ramp]: true })
  expect((await list())[0].answers).toEqual({ [food]: 'De todo', [ramp]: true })
})

test('the form without JavaScript stores answers, and shows them again after an error', async () => {
  const { app, list, food, allergy, ramp } = await asking()
  const post = (fields: Record<string, string>) =>
    call(app, 'POST /api/registrations', {
      headers: form,
      body: new URLSearchParams({ name: 'Ana', phone: '1', ...fields }).toString(),
    })
  const answers = { [`answer-${food}`]: 'Vegano', [`answer-${ramp}`]: 'Sí', 'answer-otra': 'x' }
  const refused = await post({ email: 'ana@ejemplo.gt', ...answers })
  expect(refused.status).toBe(422)
  expect(await refused.text()).toContain(`answers.${allergy}`)
  expect((await post({ email: 'ana@ejemplo.gt', ...answers, [`answer-${allergy}`]: 'Maní' })).status).toBe(303)
  expect((await list())[0].answers).toEqual({ [food]: 'Vegano', [ramp]: true, [allergy]: 'Maní' })
})

test("people can change their answers on their registration's page until the event begins", async () => {
  const { app, register, food, ramp } = await asking()
  const date = (at: string) => saveSection(app.db, 'hero', { eventDate: at }, someEdit)
  date(new Date(Date.now() + dayMs).toISOString())
  await register({ [food]: 'Vegano', [ramp]: false }).then(() => register({ [ramp]: false }))
  const [ana] = listRegistrations(app.db, {})
  const own = () => registrationWithToken(app.db, ana?.id ?? '')
  const change = (fields: Record<string, string>) =>
    call(app, `POST /registro/${own()?.token}`, { headers: form, body: new URLSearchParams(fields).toString() })
  expect((await change({ [`answer-${ramp}`]: '' })).status).toBe(422)
  const saved = await change({ [`answer-${ramp}`]: 'Sí', company: 'Labs' })
  expect([saved.status, saved.headers.get('Location')]).toEqual([303, `/registro/${own()?.token}#guardado`])
  expect(own()).toMatchObject({ answers: { [ramp]: true }, company: 'Labs' })
  date(new Date(Date.now() - 1000).toISOString())
  expect((await change({ [`answer-${ramp}`]: 'No' })).status).toBe(303)
  expect(own()?.answers).toMatchObject({ [ramp]: true })
})

test('staff can change single answers, and leave out required answers', async () => {
  const { app, cookie, list, food, ramp, hidden } = await asking()
  const json = { name: 'Ana', email: 'ana@ejemplo.gt', answers: { [food]: 'Vegano', [hidden]: 'M' } }
  const { id } = await (await call(app, 'POST /api/registrations/by-hand', { cookie, json })).json()
  const change = (answers: object) => call(app, `PUT /api/registrations/${id}`, { cookie, json: { answers } })
  expect((await change({ [ramp]: true, [food]: null })).status).toBe(200)
  expect((await list())[0].answers).toEqual({ [ramp]: true, [hidden]: 'M' })
  const wrong = await change({ [food]: 'Carne' })
  expect([wrong.status, (await wrong.json()).fields]).toEqual([422, { [`answers.${food}`]: 'Elige una de las respuestas' }])
})

test('counts the answers of people with a seat, and filters people by their answers', async () => {
  const { app, cookie, register, list, food, allergy, ramp } = await asking()
  saveSection(app.db, 'places', { capacity: 3 }, someEdit)
  for (const [index, menu] of ['De todo', 'Vegano', 'Vegano', 'Vegano'].entries())
    await register({ [food]: menu, [allergy]: '-', [ramp]: index === 0 }, `p${index}@ejemplo.gt`)
  const counts = async (query = '') => (await call(app, `GET /api/registrations/answers${query}`, { cookie })).json()
  expect(await counts()).toEqual([
    {
      question: food,
      label: '¿Qué comes?',
      counts: [
        { answer: 'Vegano', count: 2 },
        { answer: 'De todo', count: 1 },
      ],
      unanswered: 0,
    },
    { question: allergy, label: '¿Alergias?', counts: [{ answer: '-', count: 2 }], unanswered: 0 },
    {
      question: ramp,
      label: '¿Necesitas rampa?',
      counts: [
        { answer: false, count: 2 },
        { answer: true, count: 1 },
      ],
      unanswered: 0,
    },
  ])
  expect((await counts('?status=waitlisted'))[0].counts).toEqual([{ answer: 'Vegano', count: 1 }])
  const found = async (query: string) =>
    (await list(`?sort=name&${query}`)).map(({ email }: { email: string }) => email[1]).toSorted()
  expect(await found(`answer.${food}=Vegano&status=registered`)).toEqual(['1', '2'])
  expect([await found(`answer.${ramp}=true`), await found(`answer.${ramp}=S%C3%AD`)]).toEqual([['0'], ['0']])
  expect(await found(`answer.${allergy}=`)).toEqual(['0'])
  expect((await call(app, 'GET /api/registrations?answers.x=1', { cookie })).status).toBe(422)
})

test('CSV and XLSX exports have a column for each question in use', async () => {
  const { app, cookie, register, food, ramp } = await asking()
  await register({ [food]: 'De todo', [ramp]: true })
  const rows = async (query = '') =>
    parse(await (await call(app, `GET /api/registrations/export${query}`, { cookie })).text(), { bom: true })
  const [head, ana] = await rows()
  expect([head?.slice(8), ana?.slice(8)]).toEqual([
    ['¿Qué comes?', '¿Alergias?', '¿Necesitas rampa?'],
    ['De todo', '', 'Sí'],
  ])
  for (const { id } of app.db.prepare("SELECT value ->> 'id' AS id FROM itemVersions").all() as { id: string }[])
    await call(app, `DELETE /api/questions/${id}`, { cookie })
  expect((await rows())[0]?.slice(8).toSorted()).toEqual(['¿Necesitas rampa?', '¿Qué comes?'])
  expect((await rows('?search=nadie'))[0]).toHaveLength(8)
})

test('merging two people keeps the answers of both, or the chosen one if they differ', async () => {
  const { app, cookie, register, list, food, ramp, ana, ben } = await asking()
  await register({ [ramp]: true }, ana)
  await register({ [ramp]: false, [food]: 'De todo' }, ben)
  const idOf = async (email: string) => (await list(`?search=${email}`))[0].id
  const json = { keep: await idOf(ana), other: await idOf(ben) }
  const merged = await call(app, 'POST /api/registrations/merge', { cookie, json: { ...json, take: [] } })
  expect((await merged.json()).answers).toEqual({ [ramp]: true, [food]: 'De todo' })
  await call(app, `POST /api/trash/${json.other}/restore`, { cookie })
  expect(await list('?search=ben')).toMatchObject([{ answers: { [ramp]: false, [food]: 'De todo' } }])
  const taken = await call(app, 'POST /api/registrations/merge', { cookie, json: { ...json, take: [`answers.${ramp}`] } })
  expect((await taken.json()).answers).toMatchObject({ [ramp]: false })
})

test('erases answers, also in the trash, after the retention period of their question', async () => {
  const { app, cookie, register, list, food, ramp, ana, ben } = await asking()
  const eventDate = new Date(Date.now() + dayMs).toISOString()
  await call(app, `PUT /api/questions/${ramp}`, { cookie, json: { keepDays: 60 } })
  await register({ [ramp]: true, [food]: 'De todo' }, ana)
  await register({ [ramp]: true, [food]: 'De todo' }, ben)
  saveSection(app.db, 'hero', { eventDate }, someEdit)
  await call(app, `DELETE /api/registrations/${(await list('?search=ben'))[0].id}`, { cookie })
  const eraseAfter = (days: number) => eraseOldAnswers(app.deps, new Date(Date.now() + days * dayMs).toISOString())
  expect(await eraseAfter(30)).toBe(0)
  expect(await eraseAfter(33)).toBe(2)
  expect((await list())[0].answers).toEqual({ [ramp]: true })
  expect(app.db.prepare("SELECT row ->> 'answers' FROM trash").pluck().get()).not.toContain('De todo')
  expect(await eraseAfter(63)).toBe(2)
  expect((await list())[0].answers).toEqual({})
})

test('rejects a question that depends on a later question, or that has only one option', async () => {
  const { app, cookie, food, allergy } = await asking()
  const put = async (id: string, json: object) =>
    (await (await call(app, `PUT /api/questions/${id}`, { cookie, json })).json()).fields
  expect(await put(food, { onlyIf: { question: allergy, is: 'x' } })).toHaveProperty('onlyIf')
  expect(await put(allergy, { onlyIf: { question: food, is: 'Carne' } })).toHaveProperty('onlyIf')
  expect(await put(food, { options: ['Vegano'] })).toEqual({ options: 'Escribe al menos dos respuestas' })
  expect(await put(food, { options: ['A', 'A'] })).toHaveProperty('options')
})

test('the attendee list at the door contains only answers to questions marked for the door', async () => {
  const { app, cookie, register, food, ramp } = await asking()
  saveSection(app.db, 'hero', { eventDate: new Date(Date.now() + dayMs).toISOString() }, someEdit)
  await register({ [food]: 'Vegano', [ramp]: true }).then(() => register({ [food]: 'De todo', [ramp]: true }))
  const list = async (since?: string) =>
    (await call(app, `GET /api/door/list${since ? `?since=${since}` : ''}`, { cookie })).json()
  const first = await list()
  expect(first.people).toMatchObject([{ answers: ['De todo'] }])
  await call(app, `PUT /api/registrations/${first.people[0].id}`, { cookie, json: { answers: { [food]: 'Vegano' } } })
  const second = await list(first.cursor)
  expect(second).toMatchObject({ isWhole: false, people: [{ answers: ['Vegano'] }] })
  await call(app, `PUT /api/questions/${ramp}`, { cookie, json: { atDoor: true } })
  expect(await list(second.cursor)).toMatchObject({ isWhole: true, people: [{ answers: ['Vegano', '¿Necesitas rampa?'] }] })
})
