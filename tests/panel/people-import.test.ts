import { expect, test } from 'vitest'
import type { Registration } from '../../data/registrations/schema.ts'
import { violations } from '../support/axe.ts'
import { isFull } from '../support/full.ts'
import { toast } from '../support/pages.ts'
import { answer, dialog, startPanel } from '../support/panel.ts'

const panel = await startPanel()

const file = (name: string, text: string | Buffer) => ({ name, mimeType: 'text/csv', buffer: Buffer.from(text) })

const people = async () =>
  (await panel.call<Registration[]>('GET /api/registrations?sort=name')).map(({ name, status }) => `${name}: ${status}`)

async function open(...options: Parameters<typeof panel.open> extends [unknown, ...infer More] ? More : never) {
  const page = await panel.open('Registros', ...options)
  await page.getByRole('button', { name: 'Más', exact: true }).click()
  await page.getByRole('button', { name: 'Importar…' }).click()
  return page
}

const guests =
  'Nombre;Correo electrónico\nAna García;ana@ejemplo.gt\nBeto Choc;beto@ejemplo.gt\n;nadie@ejemplo.gt\nAna García;ana2@ejemplo.gt\n'

test('imports people after a preview of each row, and undoes the import with one click', async () => {
  const page = await open()
  await dialog(page).getByLabel('Archivo de personas').setInputFiles(file('invitados.csv', guests))
  await dialog(page).getByText('2 nuevas, 1 dudosa, 1 se queda fuera').waitFor({ timeout: 30_000 })
  await dialog(page).getByText('Falta el nombre.').waitFor()
  await dialog(page).getByText('Mismo nombre en la fila 2: Ana García, ana@ejemplo.gt').waitFor()
  expect(await violations(page)).toEqual([])
  expect(await people()).toEqual([])
  await dialog(page).getByRole('checkbox', { name: 'Beto Choc · fila 3' }).uncheck()
  await dialog(page).getByRole('button', { name: 'Agregar a 1 persona' }).click()
  await toast(page, 'Se agregó 1 persona').waitFor({ timeout: 30_000 })
  expect(await people()).toEqual(['Ana García: registered'])
  await page.getByRole('button', { name: 'Deshacer' }).click()
  await toast(page, 'Cambio deshecho').waitFor()
  expect(await people()).toEqual([])
})

/** Makes Excel's format 'Texto Unicode': UTF-16 with a byte order mark and tabs. */
const unicode = (text: string) => Buffer.from(`\ufeff${text.replaceAll(',', '\t')}`, 'utf16le')

test('the import of people shows two sample values of each column of a UTF-16 file', async () => {
  const page = await open({ viewport: { width: 360, height: 740 }, colorScheme: 'dark' })
  const data = 'Invitados,,\nQuién,A dónde,Notas\nJOSÉ,jose@ejemplo.gt,VIP\nÑÁÑEZ,nanez@ejemplo.gt,Prensa\n'
  await dialog(page)
    .getByLabel('Archivo de personas')
    .setInputFiles(file('otra.csv', unicode(data)))
  await dialog(page).getByText('Indica arriba cuál columna tiene el nombre.').waitFor({ timeout: 30_000 })
  expect(await violations(page)).toEqual([])
  const name = dialog(page).getByLabel('Quién')
  await dialog(page).getByText('JOSÉ · ÑÁÑEZ').waitFor()
  expect(await dialog(page).getByLabel('A dónde').inputValue()).toBe('email')
  expect(await dialog(page).getByLabel('Los títulos de las columnas están en').inputValue()).toBe('2')
  await name.selectOption('Nombre completo')
  await dialog(page).getByText('2 nuevas').waitFor({ timeout: 30_000 })
  await dialog(page).getByText('VIP · Prensa').waitFor()
  expect([await name.isVisible(), await name.inputValue()]).toEqual([true, 'name'])
  await dialog(page).getByLabel('Los títulos de las columnas están en').selectOption('Fila 3')
  await dialog(page).getByLabel('JOSÉ').waitFor({ timeout: 30_000 })
})

test.runIf(isFull)('an import of people exceeds the number of seats only if the organiser agrees', async () => {
  await panel.call('PUT /api/places', { capacity: 1 })
  const page = await open({ viewport: { width: 360, height: 740 }, colorScheme: 'dark' })
  await dialog(page)
    .getByLabel('Archivo de personas')
    .setInputFiles(file('otra.csv', 'Quién,A dónde\nCarla Paz,carla@ejemplo.gt\nDora Xol,dora@ejemplo.gt\n'))
  await dialog(page).getByText('a la lista de espera: 1 persona').waitFor({ timeout: 30_000 })
  expect(await violations(page)).toEqual([])
  await dialog(page).getByRole('checkbox', { name: 'Dar lugar a todas (1 por encima del cupo)' }).check()
  await dialog(page).getByRole('button', { name: 'Agregar a 2 personas' }).click()
  await toast(page, 'Se agregaron 2 personas').waitFor({ timeout: 30_000 })
  expect(await people()).toEqual(['Carla Paz: registered', 'Dora Xol: registered'])

  const later = await open()
  await dialog(later).getByText('Última importación: otra.csv, con 2 personas en la lista.').waitFor()
  await dialog(later).getByRole('button', { name: 'Deshacer esta importación' }).click()
  await answer(later, 'Deshacer importación')
  await toast(later, 'Salieron 2 personas').waitFor({ timeout: 30_000 })
  expect(await people()).toEqual([])
})
