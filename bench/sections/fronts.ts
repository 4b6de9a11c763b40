import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '../../tests/support/free-port.ts'
import { type FrontName, isInstalled, startFront } from '../../tests/support/fronts.ts'
import { startDemo, untilSettled } from '../support/demo.ts'
import { amount, installed, median, type Row, skipped } from '../support/report.ts'
import { untilAnswered, visit } from '../support/visits.ts'

const [seconds, rounds] = [2, amount(5, 1)]
const names = ['nginx', 'caddy'] as const
const goal = '≥ 0.95'

export async function measure(): Promise<Row[]> {
  const rows: Row[] = []
  for (const name of names) {
    const missing = [...(isInstalled(name) ? [] : [name]), ...(installed('wrk', '-v') ? [] : ['wrk'])]
    const what = `the page through ${name} as deploy/ configures it`
    rows.push(missing.length > 0 ? skipped(what, `${missing.join(' and ')} not installed`, goal) : await measureFront(name, what))
  }
  return rows
}

async function measureFront(name: FrontName, what: string): Promise<Row> {
  const { product } = await startDemo()
  await untilSettled(product.origin)
  const root = join(product.dataDir, 'www')
  const port = await freePort()
  const front = await startFront(name, { port, root, api: new URL(product.processOrigin).host })
  const plain = await startPlain(name, root)
  try {
    const origin = `http://localhost:${port}`
    const measure = async (seconds: number) => ({
      ours: await visit(origin, '/', false, seconds),
      plain: await visit(plain.origin, '/', false, seconds),
    })
    await measure(1)
    const rates: { ours: number; plain: number }[] = []
    for (let round = 0; round < rounds; round++) rates.push(await measure(seconds))
    const ratio = median(rates.map(({ ours, plain }) => ours / plain))
    return {
      what,
      ours: `${Math.round(median(rates.map(({ ours }) => ours)))}/s`,
      reference: `${name}, plain files: ${Math.round(median(rates.map(({ plain }) => plain)))}/s`,
      ratio: ratio.toFixed(2),
      goal,
      reached: ratio >= 0.95,
    }
  } finally {
    await plain.stop()
    await front.stop()
    await product.discard()
  }
}

/** Starts the web server with only the folder and its compressed files configured. */
async function startPlain(name: FrontName, root: string) {
  const folder = mkdtempSync(join(tmpdir(), `conferencia-plain-${name}-`))
  const port = await freePort()
  const file = join(folder, 'config')
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((kind) => `${kind}_temp_path ${folder}/${kind};`)
  const config = {
    nginx: `${process.getuid?.() === 0 ? 'user root;' : ''} daemon off; pid ${folder}/pid; error_log stderr; events {}
      http { include /etc/nginx/mime.types; access_log ${folder}/access; ${temporary.join(' ')}
        server { listen ${port}; root ${root}; gzip_static on; } }`,
    caddy: `{\nadmin off\n}\nhttp://localhost:${port} {\nroot * ${root}\nfile_server {\nprecompressed gzip\n}\n}`,
  }
  writeFileSync(file, config[name])
  const args = { nginx: ['-p', folder, '-c', file], caddy: ['run', '--adapter', 'caddyfile', '--config', file] }
  const env = { ...process.env, PATH: `${process.env.PATH}:/usr/sbin`, XDG_CONFIG_HOME: folder, XDG_DATA_HOME: folder }
  const server = spawn(name, args[name], { env, stdio: 'ignore' })
  const origin = `http://localhost:${port}`
  await untilAnswered(origin)
  return {
    origin,
    async stop() {
      const exited = once(server, 'exit')
      server.kill()
      await exited
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
