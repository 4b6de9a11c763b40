/** Stores registrations in batches, with the product's schema but only a bare Hono handler. */
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { serve } from '@hono/node-server'
import { Hono } from 'hono'
import type { z } from 'zod'
import { readConfig } from '../../api/config.ts'
import { openDb } from '../../data/db/db.ts'
import { registrationSchema } from '../../data/registrations/schema.ts'

const config = readConfig(process.env)
const db = openDb(join(config.dataDir, 'conference.db'))
serve({ fetch: bare(), hostname: '127.0.0.1', port: config.port })

type Sent = z.infer<typeof registrationSchema>

function bare() {
  const insert = db.prepare(
    `INSERT INTO registrations (id, name, email, emailKey, company, position, phone, acceptsMarketing, registrationDate, searchText)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (emailKey) DO NOTHING`,
  )
  const insertAll = db.transaction((batch: Sent[]) => {
    for (const { name, email, company = '', position = '', phone = '', acceptsMarketing = false } of batch) {
      const at = new Date().toISOString()
      insert.run(randomUUID(), name, email, email, company, position, phone, Number(acceptsMarketing), at, name)
    }
  })
  let batch: { sent: Sent; resolve: () => void }[] = []
  /** Waits for more registrations of a batch in the way of api/registrations/intake.ts. */
  const collect = (known: number, begun: number) => {
    const isGrowing = batch.length > known && batch.length < 200
    if (isGrowing && performance.now() - begun < 10) setImmediate(collect, batch.length, begun)
    else commit()
  }
  const commit = () => {
    const stored = batch
    batch = []
    insertAll.immediate(stored.map(({ sent }) => sent))
    for (const { resolve } of stored) resolve()
  }
  const app = new Hono().post('/api/registrations', async (c) => {
    const sent = registrationSchema.parse(await c.req.json())
    const { promise, resolve } = Promise.withResolvers<void>()
    batch.push({ sent, resolve })
    if (batch.length === 1) setImmediate(collect, 0, performance.now())
    await promise
    return c.json({ registered: true }, 201)
  })
  return app.fetch
}
