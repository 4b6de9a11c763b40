import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDb } from '../../data/db/db.ts'
import { registrationWriter } from '../../data/registrations/new-registrations.ts'
import type { RegistrationFields } from '../../data/registrations/schema.ts'
import { type Product, startProduct } from '../../tests/support/product.ts'

const halfAYear = 180 * 24 * 60 * 60 * 1000

export async function startWithRegistrations(
  registrations: RegistrationFields[],
  env: Record<string, string> = {},
): Promise<Product> {
  const dataDir = await mkdtemp(join(tmpdir(), 'conferencia-bench-'))
  storeRegistrations(join(dataDir, 'conference.db'), registrations)
  const product = await startProduct({ ...env, DATA_DIR: dataDir })
  return {
    ...product,
    discard: async () => {
      await product.discard()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

/** Spreads registrations over half a year. Half of them are confirmed. */
function storeRegistrations(file: string, registrations: RegistrationFields[]): void {
  const db = openDb(file)
  const write = registrationWriter(db, 'America/Guatemala')
  const start = Date.UTC(2025, 4, 1)
  db.transaction(() => {
    for (const [index, fields] of registrations.entries()) {
      const at = new Date(start + (index / registrations.length) * halfAYear).toISOString()
      write({ fields, at, idempotencyKey: null, marketingText: '' })
    }
    db.exec("UPDATE registrations SET isConfirmed = 1 WHERE id < '8'")
  })()
  db.close()
}
