import { expect, onTestFinished, test } from 'vitest'
import { startMailServer } from '../../api/mail/testing.ts'
import { violationsInBoth } from '../support/axe.ts'
import { some } from '../support/full.ts'
import { startPanel } from '../support/panel.ts'
import { startProduct } from '../support/product.ts'

const opensAt = '2098-10-01T14:00:00.000Z'
const narrow = { viewport: { width: 360, height: 740 } }

test.each(some([true, false], 1))(
  'when registration opens, a visitor gets one mail and the e-mail is deleted (script: %s)',
  async (hasScript) => {
    const server = await startMailServer()
    const product = await startProduct({ SMTP_URL: server.url, MAIL_FROM: 'hola@conferencia.gt' })
    onTestFinished(product.discard)
    const panel = await startPanel(product)
    await panel.call('PUT /api/hero', { title: 'Telar', eventDate: '2098-11-20' })
    await expect.poll(panel.publicHtml).toContain('Telar')
    const open = await panel.publicHtml()
    expect(open).not.toContain('avisame')
    await panel.call('PUT /api/places', { opensAt })
    await expect.poll(panel.publicHtml).toContain('Avísame')

    const page = await panel.visit({ ...narrow, javaScriptEnabled: hasScript })
    await page.goto('/')
    await page.getByLabel('Tu correo').fill(`ana-${hasScript}@ejemplo.gt`)
    if (hasScript) expect(await violationsInBoth(page)).toEqual([])
    await page.getByRole('button', { name: 'Avísame' }).click()
    await page.getByText('Te enviamos un correo: confirma con su botón').waitFor()
    const [asked] = await server.mails(1)
    const [link = ''] = /http\S+\/registro\/aviso\/[\w-]+/.exec(asked?.text ?? '') ?? []
    await page.goto(link)
    await page.getByRole('button', { name: 'Sí, avísame' }).click()
    await page.getByRole('heading', { name: 'Te avisamos cuando abra el registro' }).waitFor()
    if (hasScript) expect(await violationsInBoth(page)).toEqual([])

    const settings = await panel.openForm('Ajustes')
    await settings.getByRole('tab', { name: 'Cupo' }).click()
    await settings.getByText('1 persona confirmó con «Avísame» que quiere un correo').waitFor()
    expect(await settings.getByText(`ana-${hasScript}@`).count()).toBe(0)

    await panel.call('PUT /api/places', { opensAt: '' })
    const [, told] = await server.mails(2)
    expect([told?.to?.[0]?.address, told?.subject]).toEqual([
      `ana-${hasScript}@ejemplo.gt`,
      expect.stringContaining('Ya abrió el registro'),
    ])
    await expect.poll(() => panel.call('GET /api/places/alerts')).toEqual({ waiting: 0, isOffered: true })
    await expect.poll(panel.publicHtml).toBe(open)
  },
  120_000,
)
