import { setTimeout as wait } from 'node:timers/promises'
import { openConnection, registrationRequest } from '../../tests/reliability/connection.ts'
import { type Demo, startDemo, untilSettled } from '../support/demo.ts'
import { atMost, type Row } from '../support/report.ts'
import { saveOften } from '../support/saving.ts'
import { amount } from '../support/short.ts'

const [requests, connections, saves] = [amount(100_000, 1_000), 32, amount(1000, 20)]

export async function measureMemory(): Promise<Row[]> {
  const demo = await startDemo()
  const { product } = demo
  try {
    const { idle, afterSaves } = await memoryOfSaves(demo)
    const after = `memory after ${saves.toLocaleString('en')} saves`
    const rows: Row[] = [atMost('memory at rest', idle, 125, 'MB'), atMost(after, afterSaves, 150, 'MB')]
    // Restarts, because the next figures need a process without saves.
    await product.restart()
    await untilSettled(product.origin)
    const page = await fetch(product.origin, { headers: { 'Accept-Encoding': 'br' } })
    const etag = page.headers.get('ETag') ?? ''
    const asset = /\/_assets\/[\w.-]+\.js/.exec(await page.text())?.[0] ?? ''
    const get = (path: string, condition = '') =>
      `GET ${path} HTTP/1.1\r\nHost: localhost\r\nAccept-Encoding: br\r\n${condition}\r\n`
    const kinds: Record<string, string> = {
      'the page': get('/'),
      'the page, unchanged': get('/', `If-None-Match: ${etag}\r\n`),
      'a hashed asset': get(asset),
      'GET /api/speakers': get('/api/speakers'),
      'a page that does not exist': get('/nada'),
      'a repeated registration': registrationRequest('repetida@ejemplo.gt'),
    }
    for (const [kind, request] of Object.entries(kinds)) {
      // Warms up, because compiled code and filled caches do not count as growth.
      await send(product.origin, request, requests / 10)
      const before = product.memory()
      await send(product.origin, request, requests)
      await wait(2000)
      const grown = product.memory() - before
      const what = `memory after ${requests.toLocaleString('en')} × ${kind}`
      rows.push({ ...atMost(what, grown, 20, 'MB'), ours: `${grown.toFixed(1)} MB more` })
    }
    return rows
  } finally {
    await product.discard()
  }
}

/** Returns MB of a new process, idle and after many saves. */
async function memoryOfSaves({ product, panel }: Demo): Promise<{ idle: number; afterSaves: number }> {
  await product.restart()
  await untilSettled(product.origin)
  const idle = product.memory()
  await saveOften(panel, saves)
  await untilSettled(product.origin)
  return { idle, afterSaves: product.memory() }
}

async function send(origin: string, request: string, count: number): Promise<void> {
  let left = count
  const visit = async () => {
    const connection = await openConnection(origin)
    while (left-- > 0) {
      const answer = await connection.send(request)
      if (!answer || answer.status >= 500) throw new Error(`${answer?.status} for ${request.split('\r\n', 1)[0]}`)
    }
    connection.close()
  }
  await Promise.all(Array.from({ length: connections }, visit))
}
