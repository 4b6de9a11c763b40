/** The least that a server on the same stack is: what bench/start.ts compares the product's start with. */
import { serve } from '@hono/node-server'
import { Hono } from 'hono'

const app = new Hono().get('/api/ready', (c) => c.json({ ready: true }))
serve({ fetch: app.fetch, hostname: '127.0.0.1', port: Number(process.env.PORT) })
