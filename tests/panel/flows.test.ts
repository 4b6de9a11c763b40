import type { Locator, Page } from 'playwright-core'
import { expect, onTestFinished, test } from 'vitest'
import { startMailServer } from '../../api/mail/testing.ts'
import { isFull } from '../support/full.ts'
import { hasFocus, toast } from '../support/pages.ts'
import { dialog, startPanel } from '../support/panel.ts'
import { addScenario, addSpeaker } from '../support/panel-items.ts'
import { startProduct } from '../support/product.ts'

/** The maximum number of clicks and keys for each flow (decision 36). */
const bounds = {
  'add a speaker with position and company': 6,
  'add a talk': 19,
  'the next talk after it, in the same room': 11,
  'move a talk by 30 minutes': 4,
  'swap two talks': 6,
  'a break for everybody': 16,
  'a letter in a title': 7,
  'give a seat': 3,
  'write to all who wait': 8,
}

type Flow = keyof typeof bounds

/** Counts a user's clicks and keys. A typed text counts as zero, and a time as four digits. */
function organiser(page: Page) {
  let count = 0
  const click = async (target: Locator) => {
    count += 1
    await target.click()
  }
  return {
    count: () => count,
    click,
    press: (name: string) => click(page.getByRole('button', { name, exact: true })),
    tab: (name: string) => click(page.getByRole('tab', { name, exact: true })),
    /** Opens the list and chooses an option, which are two clicks. */
    async choose(label: string | RegExp, option: string) {
      count += 2
      await dialog(page).getByLabel(label).selectOption({ label: option })
    },
    /** Clicks the field only if it does not have the focus. */
    async type(label: string | RegExp, text: string) {
      const field = dialog(page).getByLabel(label)
      if (!(await hasFocus(field)())) await click(field)
      await page.keyboard.type(text)
    },
    /** Counts a click and four digits, as in a browser whose clock has 24 hours. */
    async time(label: string, time: string) {
      await click(dialog(page).getByLabel(label))
      await dialog(page).getByLabel(label).fill(time)
      count += 4
    },
    async key(name: string) {
      count += 1
      await page.keyboard.press(name)
    },
    /** Waits until the dialog's first field has the focus. */
    begun: (label: string) => expect.poll(hasFocus(dialog(page).getByLabel(label))).toBe(true),
  }
}

type Event = { title: string; startTime: string; endTime: string; isPlenary: boolean }

test.runIf(isFull).each([1280, 360])(
  'at %d px of width, common tasks need no more clicks and keys than documented',
  async (width) => {
    const viewport = { width, height: 800 }
    const mails = await startMailServer()
    const product = await startProduct({ SMTP_URL: mails.url, MAIL_FROM: 'hola@conferencia.gt' })
    onTestFinished(product.discard)
    const panel = await startPanel(product)
    await addScenario(panel, 'Ceiba')
    await addSpeaker(panel, 'Ana Batz')
    await addSpeaker(panel, 'Beto Choc')
    await panel.call('PUT /api/places', { capacity: 1 })
    for (const name of ['Eva', 'Olga'])
      await panel.call('POST /api/registrations', { name, email: `${name.toLowerCase()}@ejemplo.gt` })
    const counted: Partial<Record<Flow, number>> = {}
    const events = () => panel.call<Event[]>('GET /api/agenda/events')
    const eventNamed = async (title: string) => (await events()).find((event) => event.title === title)

    async function flow(name: Flow, does: (by: ReturnType<typeof organiser>, page: Page) => Promise<unknown>, on?: Page) {
      const page = on ?? (await panel.visit({ storageState: panel.session, viewport }))
      if (!on) {
        await page.goto('/admin')
        await page.getByRole('tab', { name: 'Hero', exact: true, selected: true }).waitFor()
      }
      const by = organiser(page)
      await does(by, page)
      counted[name] = by.count()
      return page
    }

    await flow('add a speaker with position and company', async (by, page) => {
      await by.tab('Speakers')
      await by.press('Agregar Speaker')
      await by.begun('Nombre')
      await by.type('Nombre', 'Carla Xol')
      await by.type('Cargo', 'CTO')
      await by.type('Empresa', 'Labs')
      await by.press('Guardar')
      await toast(page, 'Speaker creado exitosamente').waitFor()
    })
    const page = await flow('add a talk', async (by, page) => {
      await by.tab('Agenda')
      await by.tab('Eventos')
      await by.press('Agregar Evento')
      await by.begun('Título')
      await by.type('Título', 'Redes')
      await by.choose('Escenario', 'Ceiba')
      await by.time('Hora de inicio', '09:00')
      await by.time('Hora de fin', '09:40')
      await by.choose('Speaker', 'Ana Batz')
      await by.press('Guardar y agregar otra')
      await expect.poll(() => dialog(page).getByLabel('Título').inputValue()).toBe('')
    })
    await flow(
      'the next talk after it, in the same room',
      async (by, page) => {
        await by.begun('Título')
        await by.type('Título', 'Nubez')
        await by.choose('Speaker', 'Beto Choc')
        await by.press('Guardar y agregar otra')
        await expect.poll(() => dialog(page).getByLabel('Título').inputValue()).toBe('')
      },
      page,
    )
    expect(await eventNamed('Nubez')).toMatchObject({ startTime: '09:40', endTime: '10:20' })
    await flow('move a talk by 30 minutes', async (by, page) => {
      await by.tab('Agenda')
      await by.tab('Eventos')
      await by.press('Mover Nubez')
      await by.click(dialog(page).getByRole('button', { name: /^30 min después/ }))
      await toast(page, 'Evento actualizado exitosamente').waitFor()
    })
    expect(await eventNamed('Nubez')).toMatchObject({ startTime: '10:10', endTime: '10:50' })
    await flow('swap two talks', async (by, page) => {
      await by.tab('Agenda')
      await by.tab('Eventos')
      await by.press('Mover Nubez')
      await by.choose('Intercambiar con…', '09:00 · Redes · Ceiba')
      await by.press('Intercambiar')
      await toast(page, '«Nubez»: 09:00–09:40, Ceiba. «Redes»: 10:10–10:50, Ceiba.').waitFor()
      expect(await eventNamed('Nubez')).toMatchObject({ startTime: '09:00', endTime: '09:40' })
      expect(await eventNamed('Redes')).toMatchObject({ startTime: '10:10', endTime: '10:50' })
      // One click undoes both moves. It does not count for the flow.
      await page.getByRole('button', { name: 'Deshacer' }).click()
      await toast(page, 'Cambio deshecho').waitFor()
      expect(await eventNamed('Nubez')).toMatchObject({ startTime: '10:10', endTime: '10:50' })
      expect(await eventNamed('Redes')).toMatchObject({ startTime: '09:00', endTime: '09:40' })
    })
    await flow('a break for everybody', async (by, page) => {
      await by.tab('Agenda')
      await by.tab('Eventos')
      await by.press('Agregar Evento')
      await by.begun('Título')
      await by.type('Título', 'Café')
      await by.click(dialog(page).getByRole('switch', { name: 'Para todos' }))
      await by.time('Hora de inicio', '11:00')
      await by.time('Hora de fin', '11:30')
      await by.press('Guardar')
      await toast(page, 'Evento creado exitosamente').waitFor()
    })
    expect(await eventNamed('Café')).toMatchObject({ isPlenary: true, startTime: '11:00', endTime: '11:30' })
    await flow('a letter in a title', async (by, page) => {
      await by.tab('Agenda')
      await by.tab('Eventos')
      await by.press('Editar Nubez')
      await by.begun('Título')
      await by.key('End')
      await by.key('Backspace')
      await by.type('Título', 's')
      await by.press('Guardar')
      await toast(page, 'Evento actualizado exitosamente').waitFor()
    })
    expect(await eventNamed('Nubes')).toBeDefined()
    await flow('write to all who wait', async (by, page) => {
      await by.tab('Registros')
      await by.tab('Correos')
      await by.press('Escribir a un grupo')
      await by.choose(/^Para/, 'En lista de espera (1)')
      await by.type(/^Asunto/, '¿Sigues con ganas?')
      await by.type(/^Texto/, 'Todavía puede liberarse un lugar.')
      await by.click(dialog(page).getByRole('button', { name: 'Enviar a 1 persona' }))
      await page.getByText('Se está enviando a 1 persona.').waitFor()
    })
    await flow('give a seat', async (by, page) => {
      await by.tab('Registros')
      await by.press('Dar lugar a Olga')
      // The panel asks, because all places are taken.
      await by.press('Dar lugar')
      await toast(page, 'Ya tiene lugar').waitFor()
    })

    if (isFull) console.log(`\nat ${width} px`)
    if (isFull)
      for (const [name, count] of Object.entries(counted)) console.log(`${name.padEnd(42)} ${String(count).padStart(3)}`)
    for (const [name, most] of Object.entries(bounds))
      expect(counted[name as Flow], `${name}: at most ${most}`).toBeLessThanOrEqual(most)
    const next = counted['the next talk after it, in the same room'] ?? Number.NaN
    expect(next, 'at most 60 % of the first').toBeLessThanOrEqual(0.6 * (counted['add a talk'] ?? 0))
  },
)
