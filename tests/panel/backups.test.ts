import { execFileSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { violations } from '../support/axe.ts'
import { isFull } from '../support/full.ts'
import { signIn } from '../support/pages.ts'
import { complaints, startPanel } from '../support/panel.ts'

const panel = await startPanel()

test.runIf(isFull)('the panel shows the age and contents of the last verified backup', async () => {
  rmSync(join(panel.dataDir, 'backups'), { recursive: true })
  const page = await panel.visit()
  await signIn(page)
  await page.getByText('Todavía no hay un respaldo verificado. El primero se hace solo en unos minutos.').waitFor()

  const script = join(import.meta.dirname, '../../scripts/backup.ts')
  execFileSync(process.execPath, [script], { env: { ...process.env, DATA_DIR: panel.dataDir } })
  await page.reload()
  await page.getByText(/^Último respaldo verificado: hace \d+ (s|min) · [\d.]+ MB · 0 registros$/).waitFor()
  expect(await violations(page)).toEqual([])
  expect(complaints(page)).toEqual([])
})

test('the panel shows the reason for a failed backup, and the age of the last verified backup', async () => {
  const page = await panel.visit()
  const takenAt = new Date(Date.now() - 3 * 24 * 60 * 60 * 1000 - 60_000).toISOString()
  const json = { last: { takenAt, bytes: 1_234_567, registrations: 1250 }, error: 'no hay espacio en el disco para un respaldo' }
  await page.route('**/api/backups', (route) => route.fulfill({ json }))
  await signIn(page)
  const alarm = page.getByRole('alert').filter({ hasText: 'Falló el respaldo' })
  await alarm.waitFor()
  expect(await alarm.textContent()).toBe(
    'Falló el respaldo: no hay espacio en el disco para un respaldo. El último verificado es de hace 3 d. Se intenta de nuevo cada hora.',
  )
  expect(await violations(page)).toEqual([])
})

test.runIf(isFull)('warns if the last backup is older than two days, even if no backup failed', async () => {
  const page = await panel.visit()
  const takenAt = new Date(Date.now() - 2 * 24 * 60 * 60 * 1000 - 60_000).toISOString()
  await page.route('**/api/backups', (route) =>
    route.fulfill({ json: { last: { takenAt, bytes: 1_000_000, registrations: 1 }, error: null } }),
  )
  await signIn(page)
  await page
    .getByText(/^El respaldo diario no se está haciendo\. Último respaldo verificado: hace 2 d · 1 MB · 1 registro$/)
    .waitFor()
})
