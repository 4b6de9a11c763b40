/** Pages a second of one process, compared with nginx with one worker and a bare Node server with equal responses. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { freePort } from '../../tests/support/free-port.ts'
import { startDemo, untilSettled } from '../support/demo.ts'
import { amount, installed, median, type Row, skipped } from '../support/report.ts'
import { saveOften } from '../support/saving.ts'
import { untilAnswered, visit } from '../support/visits.ts'

const [seconds, rounds] = [2, amount(7, 1)]
const goal = '≥ 0.9'
/** Number of saves before the measurement, whose effects must not slow visitors. */
const saves = amount(1000, 20)
const kinds = ['the page, compressed', 'the page, unchanged (304)', 'a hashed asset, compressed'].map(
  (kind) => `${kind}, after 1,000 saves`,
)

export async function measure(): Promise<Row[]> {
  const missing = ['nginx', 'wrk'].filter((name) => !installed(name, '-v'))
  if (missing.length > 0) return kinds.map((what) => skipped(what, `${missing.join(' and ')} not installed`, goal))

  const { product, panel } = await startDemo()
  await saveOften(panel, saves)
  // Waits for compression, because it changes the ETags of pages.
  await untilSettled(product.origin)
  const asset = /\/_assets\/[\w.-]+\.js/.exec(await (await fetch(product.origin)).text())?.[0] ?? ''
  const nginx = await startNginx(join(product.dataDir, 'www'), product.origin)
  const node = await startNode(product.origin)
  try {
    const rows: Row[] = []
    for (const [index, path] of ['/', '/', asset].entries()) {
      const isConditional = index === 1
      const rates: { ours: number; nginx: number; node: number }[] = []
      const measure = async (seconds: number) => ({
        ours: await visit(product.origin, path, isConditional, seconds),
        nginx: await visit(nginx.origin, path, isConditional, seconds),
        node: await visit(node.origin, path, isConditional, seconds),
      })
      // The first visit fills the cache and is not counted.
      await measure(1)
      for (let round = 0; round < rounds; round++) rates.push(await measure(seconds))
      const rate = (name: 'ours' | 'nginx' | 'node') => `${Math.round(median(rates.map((round) => round[name])))}/s`
      const ratioTo = (name: 'nginx' | 'node') => median(rates.map((round) => round.ours / round[name]))
      const what = kinds[index] ?? ''
      const ours = rate('ours')
      const [toNginx, toNode] = [ratioTo('nginx'), ratioTo('node')]
      rows.push(
        { what, ours, reference: `nginx: ${rate('nginx')}`, ratio: toNginx.toFixed(2), goal: '–', reached: null },
        { what, ours, reference: `bare Node: ${rate('node')}`, ratio: toNode.toFixed(2), goal, reached: toNode >= 0.9 },
      )
    }
    return rows
  } finally {
    node.process.kill()
    await nginx.stop()
    await product.discard()
  }
}

async function startNode(like: string): Promise<{ process: ChildProcess; origin: string }> {
  const port = await freePort()
  const origin = `http://127.0.0.1:${port}`
  const env = { ...process.env, PORT: String(port), ORIGIN: like }
  const started = spawn(process.execPath, [join(import.meta.dirname, '../references/bare-node.ts')], { env, stdio: 'inherit' })
  await untilAnswered(origin)
  return { process: started, origin }
}

/** Sends the product's headers, so that the bytes are equal. */
async function startNginx(root: string, like: string) {
  const folder = mkdtempSync(join(tmpdir(), 'conferencia-nginx-'))
  const port = await freePort()
  const own = /^(accept-ranges|connection|content-(encoding|length|type)|date|etag|keep-alive|vary|x-request-id)$/
  const { headers } = await fetch(like)
  const added = [...headers].filter(([name]) => !own.test(name)).map(([name, value]) => `add_header ${name} "${value}";`)
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${folder}/${name};`)
  writeFileSync(
    join(folder, 'nginx.conf'),
    // The user must be able to read the folder. nginx ignores the line with a warning unless it is root.
    `user ${userInfo().username}; worker_processes 1; daemon off; pid ${folder}/pid; error_log ${folder}/error.log;
    events { worker_connections 1024; }
    http {
      include /etc/nginx/mime.types; access_log off; sendfile on; tcp_nopush on; keepalive_requests 10000000;
      open_file_cache max=1000; gzip_static on; gzip_vary on; ${temporary.join(' ')}
      server { listen 127.0.0.1:${port}; root ${root}; ${added.join(' ')} }
    }`,
  )
  const nginx = spawn('nginx', ['-c', join(folder, 'nginx.conf'), '-e', join(folder, 'error.log')], { stdio: 'inherit' })
  const origin = `http://127.0.0.1:${port}`
  await untilAnswered(origin)
  return {
    origin,
    async stop() {
      const ended = once(nginx, 'exit')
      nginx.kill()
      await ended
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
