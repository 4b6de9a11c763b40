/** Minimal server, to compare its start with the product's. */
import { serve } from '@hono/node-server'
import { Hono } from 'hono'

const app = new Hono().get('/api/ready', (c) => c.json({ ready: true }))
serve({ fetch: app.fetch, hostname: '127.0.0.1', port: Number(process.env.PORT) })
