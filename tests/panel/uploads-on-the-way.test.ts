import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { isFull } from '../support/full.ts'
import { deliver, hasFocus, ownConnection, seeToast, signIn, withoutPreview } from '../support/pages.ts'
import { answer, dialog, startPanel } from '../support/panel.ts'
import { action, address, bar, dropFile, fileOnDisk, pick, picker, picture, preview } from '../support/panel-uploads.ts'
import { admin } from '../support/product.ts'

const panel = await startPanel()

const success = ['Imagen subida correctamente', 'Dimensiones validadas: máximo 300×150px'] as const

/** Holds back uploads until `release` is called. `held` resolves once a file is being sent. The progress bar appears earlier. */
async function holdUploads(page: Page) {
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  const { promise: held, resolve: hold } = Promise.withResolvers<void>()
  await page.route('**/upload/1*', async (route) => {
    hold()
    await released
    // The request may have been cancelled.
    await route.continue().catch(() => {})
  })
  return { held, release }
}

test('cancelling an upload restores the previous value of the field', async () => {
  const page = await panel.open('Hero')
  const { held, release } = await holdUploads(page)
  await address(page, 'Logo principal').fill('/favicon.svg')
  await preview(page, 'Logo principal').waitFor()
  const ended = page.waitForEvent('requestfailed')
  await pick(page, 'Logo principal', await picture(30, 20))
  await bar(page, 'Logo principal').waitFor()
  await held
  await action(page, 'Cancelar', 'Logo principal').click()
  expect((await ended).failure()?.errorText).toBe('net::ERR_ABORTED')
  release()
  await bar(page, 'Logo principal').waitFor({ state: 'detached' })
  expect(await address(page, 'Logo principal').inputValue()).toBe('/favicon.svg')
  await expect.poll(hasFocus(picker(page, 'Logo principal'))).toBe(true)
  await pick(page, 'Logo principal', await picture(30, 20))
  await seeToast(page, ...success)
})

test('retries an upload at a new upload URL after a network error', async () => {
  const page = await panel.open('Hero')
  const sentTo: string[] = []
  await page.route('**/upload/1*', (route) => {
    sentTo.push(route.request().url())
    return sentTo.length === 1 ? route.abort() : route.continue()
  })
  await pick(page, 'Logo principal', await picture(30, 20, 'mi-logo.png'))
  await seeToast(page, 'Error de subida', 'No se pudo subir la imagen. Inténtalo de nuevo.')
  await page.getByText('mi-logo.png').waitFor()
  await action(page, 'Reintentar', 'Logo principal').click()
  await seeToast(page, ...success)
  expect(new Set(sentTo).size).toBe(2)
})

test.runIf(isFull)('an upload after the end of the session asks for a sign-in and then continues', async () => {
  // Uses another session, and ends it on the server between the request for an address and the file. Deleting only the cookie is not enough, because the next answer may set it again.
  const page = await panel.visit(withoutPreview)
  await signIn(page)
  let hasEnded = false
  // The route stays after its use, because removing it could leave a request waiting for ever.
  await page.route('**/api/upload/url', async (route) => {
    if (hasEnded) return route.continue()
    hasEnded = true
    const response = await deliver(route)
    await page.request.post('/api/auth/logout', { data: {}, headers: { Origin: panel.origin, ...ownConnection } })
    await route.fulfill({ response })
  })
  await pick(page, 'Logo principal', await picture(30, 20))
  const ended = page.getByRole('dialog', { name: 'Tu sesión terminó' })
  await ended.getByLabel('Contraseña').fill(admin.password)
  await ended.getByRole('button', { name: 'Iniciar Sesión' }).click()
  await seeToast(page, ...success)
})

test('a save pressed during an upload runs when the upload ends', async () => {
  const page = await panel.open('Hero')
  const { release } = await holdUploads(page)
  await pick(page, 'Logo principal', await picture(30, 20))
  await page.getByRole('tab', { name: 'Hero (cambios sin guardar)' }).waitFor()
  const question = page.waitForEvent('dialog')
  await page.close({ runBeforeUnload: true })
  expect((await question).type()).toBe('beforeunload')
  await (await question).dismiss()
  await page.getByRole('button', { name: 'Guardar Cambios' }).click()
  await seeToast(page, 'Se guardará cuando termine la subida', 'Puedes seguir escribiendo mientras tanto.')
  release()
  await seeToast(page, 'Contenido actualizado', 'El hero section ha sido actualizado exitosamente.')
  expect((await panel.call<{ heroLogo: string }>('GET /api/hero')).heroLogo).toMatch(/^\/public-objects\//)
})

test.runIf(isFull)('asks before closing a dialog during an upload, and then cancels the upload', async () => {
  const page = await panel.open('Speakers')
  const { held } = await holdUploads(page)
  await page.getByRole('button', { name: 'Agregar Speaker' }).click()
  await pick(page, 'Foto', await picture(30, 20))
  await held
  await dialog(page).getByRole('button', { name: 'Cancelar', exact: true }).click()
  expect(await answer(page, 'Cancelar')).toBe('Se está subiendo un archivo. ¿Quieres cancelar la subida y descartar los cambios?')
  await bar(page, 'Foto').waitFor()
  const ended = page.waitForEvent('requestfailed')
  await dialog(page).getByRole('button', { name: 'Cancelar', exact: true }).click()
  await answer(page, 'Descartar cambios')
  expect((await ended).failure()?.errorText).toBe('net::ERR_ABORTED')
  await dialog(page).waitFor({ state: 'detached' })
})

test.runIf(isFull)('accepts a file dropped on a field, and ignores a file dropped beside the field', async () => {
  const page = await panel.open('Hero')
  const { buffer } = await picture(30, 20)
  const path = await fileOnDisk('logo.png', buffer.length, buffer)
  await page.getByLabel('Ubicación').fill('Todavía sin guardar')
  // If no script prevents a drop, the browser opens the file instead of the panel.
  await page.evaluate(() =>
    window.addEventListener('dragover', ({ defaultPrevented }) => {
      document.title = defaultPrevented ? 'prevented' : 'opens the file'
    }),
  )
  await dropFile(page, path, page.getByRole('heading', { name: 'Logos' }))
  await expect.poll(() => page.title()).toBe('prevented')
  await dropFile(page, path, address(page, 'Logo principal'))
  await seeToast(page, ...success)
  await preview(page, 'Logo principal').waitFor()
  expect(await page.getByLabel('Ubicación').inputValue()).toBe('Todavía sin guardar')
})

test.runIf(isFull)('uploads a picture pasted into a field, and keeps pasted text as text', async () => {
  const page = await panel.open('Hero', { permissions: ['clipboard-read', 'clipboard-write'] })
  const { buffer } = await picture(30, 20)
  await page.evaluate(
    async (bytes) => {
      await navigator.clipboard.write([
        new ClipboardItem({ 'image/png': new Blob([new Uint8Array(bytes)], { type: 'image/png' }) }),
      ])
    },
    [...buffer],
  )
  await picker(page, 'Logo principal').focus()
  await page.keyboard.press('ControlOrMeta+v')
  await seeToast(page, ...success)
  await page.evaluate(() => navigator.clipboard.writeText('/favicon.svg'))
  await address(page, 'Logo del encabezado').focus()
  await page.keyboard.press('ControlOrMeta+v')
  await expect.poll(() => address(page, 'Logo del encabezado').inputValue()).toBe('/favicon.svg')
})

test.runIf(isFull)('while a file is uploading, its field rejects a second file with a message', async () => {
  const page = await panel.open('Hero')
  const { buffer } = await picture(30, 20)
  const { release } = await holdUploads(page)
  await pick(page, 'Logo principal', await picture(30, 20))
  await bar(page, 'Logo principal').waitFor()
  await dropFile(page, await fileOnDisk('logo.png', buffer.length, buffer), address(page, 'Logo principal'))
  await seeToast(page, 'Un archivo a la vez', 'Elige un solo archivo y espera a que termine.')
  release()
  await seeToast(page, ...success)
})
