import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { isFull, some } from '../support/full.ts'
import { hasFocus, seeToast, withoutPreview } from '../support/pages.ts'
import { startPanel } from '../support/panel.ts'
import {
  action,
  address,
  bar,
  type PickedFile,
  pick,
  picker,
  picture,
  preview,
  slowLine,
  video,
} from '../support/panel-uploads.ts'

const panel = await startPanel()

const image = 'Imagen subida correctamente'

const inForm = {
  start: async () => {},
  save: (page: Page) => page.getByRole('tabpanel').getByRole('button', { name: 'Guardar Cambios' }).click(),
}

const inDialog = (noun: string, fields: string[]) => ({
  async start(page: Page) {
    await page.getByRole('button', { name: `Agregar ${noun}` }).click()
    for (const field of fields) await page.getByRole('dialog').getByLabel(field).fill(`Mi ${field}`)
  },
  save: (page: Page) => page.getByRole('dialog').getByRole('button', { name: 'Guardar', exact: true }).click(),
})

const fields = [
  {
    tab: 'Hero',
    label: 'Logo del encabezado',
    ...inForm,
    size: [200, 60],
    says: [image, 'Dimensiones validadas: máximo 200×60px'],
    saved: 'Contenido actualizado',
  },
  {
    tab: 'Hero',
    label: 'Logo principal',
    ...inForm,
    size: [300, 150],
    says: [image, 'Dimensiones validadas: máximo 300×150px'],
    saved: 'Contenido actualizado',
  },
  {
    tab: 'About',
    label: 'Imagen',
    ...inForm,
    size: [600, 400],
    says: [image, 'Dimensiones validadas: máximo 600×400px'],
    saved: 'Éxito',
  },
  {
    tab: 'About',
    label: 'Video',
    ...inForm,
    size: null,
    says: ['Video subido', 'El video de la sección se ha subido correctamente'],
    saved: 'Éxito',
  },
  {
    tab: 'Speakers',
    label: 'Foto',
    ...inDialog('Speaker', ['Nombre', 'Cargo', 'Empresa']),
    size: [300, 400],
    says: [image, 'Dimensiones validadas: máximo 300×400px'],
    saved: 'Speaker creado exitosamente',
  },
  {
    tab: 'Partners',
    label: 'Logo',
    ...inDialog('Partner', ['Nombre']),
    size: [200, 100],
    says: [image, 'Dimensiones validadas: máximo 200×100px'],
    saved: 'Partner creado exitosamente',
  },
] as const

test.each(some(fields, 1))(
  '$tab, $label: uploads a file with a progress bar, and publishes it with the next save',
  async ({ tab, label, size, says, saved, start, save }) => {
    const page = await panel.open(tab)
    await start(page)
    const file: PickedFile = size ? await picture(size[0], size[1]) : await video(page)
    const limit = await slowLine(page)
    await limit(file.buffer.length / 30)
    await pick(page, label, file)
    // The progress bar shows a part of the upload.
    const sent = () => bar(page, label).evaluate((element) => (element as HTMLProgressElement).value)
    await expect.poll(sent, { interval: 20, timeout: 20_000 }).toSatisfy((value) => value > 0 && value < 1)
    await page.getByText(/^\d+ %$/).waitFor()
    expect(await picker(page, label).textContent()).toContain('Subiendo...')
    await limit(0)
    await seeToast(page, says[0], says[1])

    const path = await address(page, label).inputValue()
    expect(path).toMatch(/^\/public-objects\/\d{13}-[0-9a-f]{16}\.(webp|webm)$/)
    expect(await preview(page, label).getAttribute('src')).toBe(path)
    await save(page)
    await seeToast(page, saved)
    await expectPublished(path, size)
  },
)

/** Expects that visitors get the upload in its size. */
async function expectPublished(path: string, size: readonly [number, number] | null) {
  const page = await panel.publicPage()
  if (!size) {
    const shown = page.locator('video', { has: page.locator(`source[src="${path}"]`) })
    await shown.evaluate((element) => (element as HTMLVideoElement).play())
    return expect(await shown.evaluate((element) => (element as HTMLVideoElement).videoWidth)).toBe(320)
  }
  const shown = page.locator(`img[src="${path}"]`).first()
  await shown.scrollIntoViewIfNeeded()
  const sizeOf = () =>
    shown.evaluate((element) => [(element as HTMLImageElement).naturalWidth, (element as HTMLImageElement).naturalHeight])
  await expect.poll(sizeOf).toEqual(size)
}

test.runIf(isFull)('publishes the alternative text of an image', async () => {
  const page = await panel.open('About')
  await pick(page, 'Imagen', await picture(30, 20))
  await seeToast(page, image, 'Dimensiones validadas: máximo 600×400px')
  await page.getByLabel('Texto alternativo').fill('El auditorio, lleno')
  await inForm.save(page)
  await seeToast(page, 'Éxito')
  await (await panel.publicPage()).getByRole('img', { name: 'El auditorio, lleno' }).waitFor()
})

test('removing the file of a field moves the focus to the button to choose a file', async () => {
  const page = await panel.open('Hero')
  await pick(page, 'Logo principal', await picture(30, 20))
  await preview(page, 'Logo principal').waitFor()
  await action(page, 'Quitar', 'Logo principal').click()
  await preview(page, 'Logo principal').waitFor({ state: 'detached' })
  expect(await address(page, 'Logo principal').inputValue()).toBe('')
  // The used button has disappeared, so the button beside it gets the focus.
  await expect.poll(hasFocus(picker(page, 'Logo principal'))).toBe(true)
})

test.runIf(isFull)('loads the preview of a typed URL after a pause in typing', async () => {
  const page = await panel.open('Hero', { ...withoutPreview, prepare: (page) => page.clock.install() })
  const asked: string[] = []
  page.on('request', (request) => request.resourceType() === 'image' && asked.push(new URL(request.url()).pathname))
  await address(page, 'Logo del encabezado').clear()
  // Uses the page's clock, because on a slow machine the time between two keys would count as a pause.
  await page.clock.pauseAt(Date.now() + 10_000)
  for (const key of '/icon-512.png') {
    await address(page, 'Logo del encabezado').press(key)
    await page.clock.runFor(20)
  }
  await page.clock.runFor(1000)
  await expect.poll(() => preview(page, 'Logo del encabezado').getAttribute('src')).toBe('/icon-512.png')
  expect(asked.filter((path) => '/icon-512.png'.startsWith(path))).toEqual(['/icon-512.png'])
})
