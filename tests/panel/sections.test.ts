import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { some } from '../support/full.ts'
import { hasFocus, letThrough, seeToast, signIn } from '../support/pages.ts'
import { complaints, field, saveButton, startPanel, tabpanel, unexpected } from '../support/panel.ts'
import { sections } from '../support/section-tabs.ts'

const panel = await startPanel()

/** Answers saves on a path in place of the server. */
async function answerSaves(page: Page, path: string, answer: { status: number; body?: string; json?: unknown }): Promise<void> {
  await page.route(`**${path}`, (route) => (route.request().method() === 'PUT' ? route.fulfill(answer) : route.continue()))
}

/** Delays calls on a path until the returned function is called. */
async function holdCalls(page: Page, path: string, method: 'GET' | 'PUT'): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route(`**${path}`, async (route) => {
    if (route.request().method() === method) await promise
    await route.continue()
  })
  return resolve
}

describe('saving a section', () => {
  const open = panel.sharedPage()

  test.each(sections)(
    '$tab: a save shows a toast, changes the public page and outlasts a reload',
    async ({ tab, field: label, success }) => {
      const page = await open(tab)
      const text = `Texto nuevo de ${tab}`
      await field(page, label).fill(text)
      await saveButton(page).click()
      await seeToast(page, ...success)
      expect(await panel.publicHtml()).toContain(text)
      await page.reload()
      await saveButton(page).waitFor()
      expect(await field(page, label).inputValue()).toBe(text)
      expect(complaints(page)).toEqual([])
    },
  )
})

describe('a failed save', () => {
  const open = panel.sharedPage()

  test.each(some(sections, 1))(
    '$tab: a failed save shows a toast, and keeps the typed text',
    async ({ tab, path, field: label, success, failure }) => {
      const page = await open(tab)
      const text = `Segundo intento de ${tab}`
      await answerSaves(page, path, { status: 500, body: '' })
      await field(page, label).fill(text)
      await saveButton(page).click()
      await seeToast(page, ...failure)
      expect(await field(page, label).inputValue()).toBe(text)
      await letThrough(page, `**${path}`)
      await saveButton(page).click()
      await seeToast(page, ...success)
      expect(await panel.publicHtml()).toContain(text)
      expect(unexpected(page)).toEqual([])
    },
  )
})

describe('a save without network', () => {
  const open = panel.sharedPage()

  test.each(some(sections, 1))(
    '$tab: a save while offline fails with a toast, and keeps the typed text',
    async ({ tab, field: label, unsent }) => {
      const page = await open(tab)
      await field(page, label).fill(`Escrito sin red en ${tab}`)
      await page.context().setOffline(true)
      await saveButton(page).click()
      await seeToast(page, ...unsent)
      await tabpanel(page).getByText('Sin conexión: puede que no se haya guardado.').waitFor()
      await page.context().setOffline(false)
      await page.getByRole('button', { name: 'Guardar ahora' }).click()
      await expect.poll(panel.publicHtml).toContain(`Escrito sin red en ${tab}`)
    },
  )
})

describe('a rejected save', () => {
  const open = panel.sharedPage()

  test.each(some(sections, 1))(
    '$tab: shows an error of the server at its field, and focuses the field',
    async ({ tab, path, field: label, name }) => {
      const page = await open(tab)
      const error = { error: 'Revisa los campos marcados.', fields: { [name]: 'Este texto no se puede usar' } }
      await answerSaves(page, path, { status: 422, json: error })
      await field(page, label).fill('Un texto')
      await saveButton(page).click()
      const input = tabpanel(page).getByRole('textbox', { name: label, description: /Este texto no se puede usar/ })
      await input.waitFor()
      expect(await input.getAttribute('aria-invalid')).toBe('true')
      await expect.poll(hasFocus(input)).toBe(true)
      expect(unexpected(page)).toEqual([])
    },
  )
})

test.each(some(sections, 1))(
  '$tab: the form shows that it is loading or saving, and cannot be sent twice',
  async ({ tab, path, field: label, success }) => {
    const page = await panel.visit()
    const load = await holdCalls(page, path, 'GET')
    await signIn(page)
    await page.getByRole('tab', { name: tab }).click()
    await tabpanel(page).getByText('Cargando...').first().waitFor()
    load()
    await field(page, label).fill('Un texto a medio camino')
    const save = await holdCalls(page, path, 'PUT')
    await saveButton(page).click()
    expect(await tabpanel(page).getByRole('button', { name: 'Guardando...' }).isDisabled()).toBe(true)
    await field(page, label).fill('Lo que se escribió mientras tanto')
    save()
    await seeToast(page, ...success)
    expect(await field(page, label).inputValue()).toBe('Lo que se escribió mientras tanto')
    await tabpanel(page).getByText('Hay cambios sin guardar.').waitFor()
  },
)

test('as soon as a tab is marked, screen readers no longer find the earlier tab', async () => {
  const page = await panel.openForm('Hero')
  const readable = await page.getByRole('tab', { name: 'About' }).evaluate(async (tab: HTMLElement) => {
    tab.click()
    // React marks the tab in a microtask, and shows its content in a later task.
    await Promise.resolve()
    const panels = document.querySelectorAll('[role=tabpanel]:not([hidden], [aria-hidden=true])')
    return [tab.ariaSelected, ...[...panels].map((panel) => panel.getAttribute('aria-labelledby'))]
  })
  expect(readable).toEqual(['true'])
  await page.getByRole('tabpanel', { name: 'About' }).waitFor()
})
