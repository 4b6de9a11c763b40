import { beforeEach, expect, test } from 'vitest'
import type { AgendaEvent } from '../../data/content/schema.ts'
import { violations } from '../support/axe.ts'
import { toast } from '../support/pages.ts'
import { answer, dialog, save, startPanel } from '../support/panel.ts'
import { addScenario, clear } from '../support/panel-items.ts'

const panel = await startPanel()

beforeEach(() => clear(panel, '/api/agenda/events', '/api/agenda/scenarios', '/api/speakers', '/api/partners'))

test('day, speakers, track and room of a session can be chosen by keyboard', async () => {
  await addScenario(panel, 'Auditorio')
  for (const name of ['Zoila Caal', 'Ana Batz', 'Beto Choc'])
    await panel.call('POST /api/speakers', { name, title: '', company: '' })
  const { id: scenarioId } = await addScenario(panel, 'Terraza')
  const other = { title: 'Otra', startTime: '09:00', scenarioId, track: 'Datos', day: '2025-11-22' }
  await panel.call('POST /api/agenda/events', other)
  const page = await panel.open('Agenda')
  await page.getByRole('tab', { name: 'Eventos' }).click()
  await page.getByRole('button', { name: 'Agregar Evento' }).click()
  await dialog(page).getByLabel('Título').fill('Panel')
  await dialog(page).getByLabel('Hora de inicio').fill('08:30')
  await dialog(page).getByRole('switch', { name: 'Para todos' }).check()
  await dialog(page).getByLabel('Día').selectOption({ label: 'viernes 21 de noviembre' })
  // Typed letters choose a speaker once the list has been loaded.
  await dialog(page).getByRole('option', { name: 'Zoila Caal' }).waitFor({ state: 'attached' })
  await dialog(page).getByLabel('Speaker').focus()
  await page.keyboard.type('Zo')
  await dialog(page).getByRole('button', { name: 'Agregar a alguien más' }).press('Enter')
  await dialog(page).getByLabel('Speaker 2').focus()
  await page.keyboard.type('An')
  await dialog(page)
    .getByText('Más', { exact: false })
    .getByText('idioma, nivel, tema, diapositivas, grabación, cupo y dirección')
    .click()
  expect(
    await dialog(page)
      .locator('datalist option')
      .evaluateAll((options) => options.map((option) => option.getAttribute('value'))),
  ).toEqual(['Datos'])
  await dialog(page).getByLabel('Tema').fill('Comunidad')
  expect(await violations(page)).toEqual([])
  await save(page)
  await toast(page, 'Evento creado exitosamente').waitFor()

  const group = page.getByRole('region', { name: 'En todos los escenarios' })
  await group.getByText('vie 21').waitFor()
  await group.getByText('Zoila Caal, Ana Batz').waitFor()
  await group.getByText('Comunidad').waitFor()
  const [zoila, ana] = ['Zoila Caal', 'Ana Batz'].map((name) => ({ name }))
  const people = await panel.call<{ id: string; name: string }[]>('GET /api/speakers')
  const idOf = (name = '') => people.find((person) => person.name === name)?.id
  const stored = async () => (await panel.call<AgendaEvent[]>('GET /api/agenda/events')).find(({ title }) => title === 'Panel')
  expect(await stored()).toMatchObject({
    day: '2025-11-21',
    isPlenary: true,
    scenarioId: '',
    track: 'Comunidad',
    speakerId: idOf(zoila?.name),
    speakerIds: [idOf(zoila?.name), idOf(ana?.name)],
  })

  await page.getByRole('tab', { name: 'Speakers' }).click()
  await page.getByRole('button', { name: 'Eliminar Zoila Caal' }).click()
  expect(await answer(page, 'Eliminar')).toContain('Otros siguen a cargo de: «Panel».')
  await toast(page, 'Speaker eliminado exitosamente').waitFor()
  await page.getByRole('button', { name: 'Deshacer' }).click()
  await page.getByRole('heading', { name: 'Zoila Caal' }).waitFor()
  expect((await stored())?.speakerIds).toEqual([idOf(zoila?.name), idOf(ana?.name)])

  await page.getByRole('tab', { name: 'Agenda' }).click()
  await page.getByRole('tab', { name: 'Eventos' }).click()
  await page.getByRole('button', { name: 'Editar Panel' }).click()
  expect(await dialog(page).getByLabel('Tema').inputValue()).toBe('Comunidad')
  await dialog(page).getByRole('button', { name: 'Quitar a Zoila Caal' }).click()
  await save(page)
  await toast(page, 'Evento actualizado exitosamente').waitFor()
  expect(await stored()).toMatchObject({ speakerId: idOf(ana?.name), speakerIds: [idOf(ana?.name)] })
})

test('the form of a speaker completes short links and marks invalid links', async () => {
  const page = await panel.open('Speakers')
  await page.getByRole('button', { name: 'Agregar Speaker' }).click()
  await dialog(page).getByLabel('Nombre').fill('Ana Batz')
  await dialog(page).getByLabel('LinkedIn').fill('linkedin.com/in/ana')
  await dialog(page).getByLabel('X (Twitter)').fill('@ana')
  await dialog(page).getByText('GitHub, Bluesky').click()
  await dialog(page).getByRole('button', { name: 'Agregar un enlace' }).click()
  await dialog(page).getByLabel('Dirección 1').fill('javascript:alert(1)')
  await dialog(page).getByLabel('Enlace 1', { exact: true }).fill('GitHub')
  await dialog(page).getByLabel('Dirección de su página').fill('Ana B.')
  await save(page)
  await dialog(page).getByText('Escribe solo minúsculas sin tilde').waitFor()
  await dialog(page).getByText('Escribe una dirección que empiece con https://').waitFor()
  await dialog(page).getByLabel('Dirección 1').fill('github.com/ana')
  await dialog(page).getByLabel('Dirección de su página').fill('ana-b')
  await save(page)
  await toast(page, 'Speaker creado exitosamente').waitFor()
  expect(await panel.call('GET /api/speakers')).toMatchObject([
    {
      title: '',
      company: '',
      linkedinUrl: 'https://linkedin.com/in/ana',
      twitterUrl: 'https://x.com/ana',
      links: [{ label: 'GitHub', url: 'https://github.com/ana' }],
      slug: 'ana-b',
    },
  ])
})

test("saves a partner's group and background, and suggests existing groups", async () => {
  await panel.call('POST /api/partners', { name: 'Banco', tierName: 'Oro' })
  const page = await panel.open('Partners')
  await page.getByRole('button', { name: 'Agregar Partner' }).click()
  await dialog(page).getByLabel('Nombre').fill('Radio')
  await dialog(page).getByText('grupo y fondo').click()
  expect(await dialog(page).locator('datalist option').getAttribute('value')).toBe('Oro')
  await dialog(page).getByLabel('Grupo').fill('Medios')
  await dialog(page).getByLabel('Fondo').selectOption('Oscuro')
  await save(page)
  await toast(page, 'Partner creado exitosamente').waitFor()
  await page.getByRole('listitem').filter({ hasText: 'Radio' }).getByText('Medios').waitFor()
  expect(await panel.call('GET /api/partners')).toMatchObject([{}, { tierName: 'Medios', background: 'dark' }])
})
