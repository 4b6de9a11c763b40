import { describe, expect, test } from 'vitest'
import { sharedBrowser, sharedProduct } from '../support/fixtures.ts'
import { hasFocus, letThrough, newVisitor, seeToast, signIn } from '../support/pages.ts'
import {
  answerSaves,
  field,
  holdCalls,
  panel,
  panelOfAll,
  publicPage,
  saveButton,
  sections,
  unexpected,
} from '../support/section-tabs.ts'

const product = await sharedProduct()
const browser = await sharedBrowser()

describe('what is saved', () => {
  const open = panelOfAll(browser, product.origin)

  test.each(sections)(
    '$tab: what is saved is said in words, is on the public page at once and is there after a reload',
    async ({ tab, field: label, success }) => {
      const { page, complaints } = await open(tab)
      const text = `Texto nuevo de ${tab}`
      await field(page, label).fill(text)
      await saveButton(page).click()
      await seeToast(page, ...success)
      expect(await publicPage(product.origin)).toContain(text)
      await page.reload()
      await saveButton(page).waitFor()
      expect(await field(page, label).inputValue()).toBe(text)
      expect(complaints).toEqual([])
    },
  )
})

describe('a save that fails', () => {
  const open = panelOfAll(browser, product.origin)

  test.each(sections)(
    '$tab: a failing server is reported in words and takes nothing typed away, so that the save can be repeated',
    async ({ tab, path, field: label, success, failure }) => {
      const { page, complaints } = await open(tab)
      const text = `Segundo intento de ${tab}`
      await answerSaves(page, path, { status: 500, body: '' })
      await field(page, label).fill(text)
      await saveButton(page).click()
      await seeToast(page, ...failure)
      expect(await field(page, label).inputValue()).toBe(text)
      await letThrough(page, `**${path}`)
      await saveButton(page).click()
      await seeToast(page, ...success)
      expect(await publicPage(product.origin)).toContain(text)
      expect(unexpected(complaints)).toEqual([])
    },
  )
})

describe('a save that is refused', () => {
  const open = panelOfAll(browser, product.origin)

  test.each(sections)(
    '$tab: what only the server finds wrong stands at its field and has the focus, so that nobody searches for it',
    async ({ tab, path, field: label, name }) => {
      const { page, complaints } = await open(tab)
      const error = { error: 'Revisa los campos marcados.', fields: { [name]: 'Este texto no se puede usar' } }
      await answerSaves(page, path, { status: 422, json: error })
      await field(page, label).fill('Un texto')
      await saveButton(page).click()
      const input = panel(page).getByRole('textbox', { name: label, description: /Este texto no se puede usar/ })
      await input.waitFor()
      expect(await input.getAttribute('aria-invalid')).toBe('true')
      await expect.poll(hasFocus(input)).toBe(true)
      expect(unexpected(complaints)).toEqual([])
    },
  )
})

test.each(sections)(
  '$tab: loading and saving are visible, and a save under way cannot be sent twice',
  async ({ tab, path, field: label, success }) => {
    const { page } = await newVisitor(browser, product.origin)
    const load = await holdCalls(page, path, 'GET')
    await signIn(page)
    await page.getByRole('tab', { name: tab }).click()
    await panel(page).getByText('Cargando...').waitFor()
    load()
    await field(page, label).fill('Un texto a medio camino')
    const save = await holdCalls(page, path, 'PUT')
    await saveButton(page).click()
    expect(await panel(page).getByRole('button', { name: 'Guardando...' }).isDisabled()).toBe(true)
    await field(page, label).fill('Lo que se escribió mientras tanto')
    save()
    await seeToast(page, ...success)
    expect(await field(page, label).inputValue()).toBe('Lo que se escribió mientras tanto')
    await panel(page).getByText('Hay cambios sin guardar.').waitFor()
  },
)
