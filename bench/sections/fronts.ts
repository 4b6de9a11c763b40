import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { freePort } from '../../tests/support/free-port.ts'
import { type FrontName, isInstalled, startFront } from '../../tests/support/fronts.ts'
import { startDemo, untilSettled } from '../support/demo.ts'
import { amount, compared, installed, median, type Row, skipped } from '../support/report.ts'
import { newFolder, startServer } from '../support/servers.ts'
import { visit } from '../support/visits.ts'

const [seconds, rounds] = [2, amount(4, 1)]
const names = ['nginx', 'caddy'] as const
const goal = 0.95

export async function measure(): Promise<Row[]> {
  const rows: Row[] = []
  for (const name of names) {
    const missing = [...(isInstalled(name) ? [] : [name]), ...(installed('wrk', '-v') ? [] : ['wrk'])]
    const what = `the page through ${name} as deploy/ configures it`
    rows.push(
      missing.length > 0 ? skipped(what, `${missing.join(' and ')} not installed`, `≥ ${goal}×`) : await measureFront(name, what),
    )
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
      ours: await visit(origin, seconds),
      plain: await visit(plain.origin, seconds),
    })
    await measure(1)
    const rates: { ours: number; plain: number }[] = []
    for (let round = 0; round < rounds; round++) rates.push(await measure(seconds))
    const rate = (name: 'ours' | 'plain') => median(rates.map((round) => round[name]))
    return compared(what, rate('ours'), `${name}, plain files`, rate('plain'), goal, '/s')
  } finally {
    await plain.stop()
    await front.stop()
    await product.discard()
  }
}

/** Starts the web server with only the folder and its compressed files configured. */
async function startPlain(name: FrontName, root: string) {
  const [folder, port] = [newFolder(), await freePort()]
  const file = join(folder, 'config')
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((kind) => `${kind}_temp_path ${folder}/${kind};`)
  const config = {
    nginx: `${process.getuid?.() === 0 ? 'user root;' : ''} daemon off; pid ${folder}/pid; error_log stderr; events {}
      http { include /etc/nginx/mime.types; access_log ${folder}/access; ${temporary.join(' ')}
        server { listen ${port}; listen [::]:${port}; root ${root}; gzip_static on; } }`,
    caddy: `{\nadmin off\n}\nhttp://localhost:${port} {\nroot * ${root}\nfile_server {\nprecompressed gzip\n}\nlog {\noutput discard\n}\n}`,
  }
  writeFileSync(file, config[name])
  const args = { nginx: ['-p', folder, '-c', file, '-e', 'stderr'], caddy: ['run', '--adapter', 'caddyfile', '--config', file] }
  const env = { PATH: `${process.env.PATH}:/usr/sbin`, XDG_CONFIG_HOME: folder, XDG_DATA_HOME: folder }
  const server = await startServer(port, folder, [name, ...args[name]], { env })
  // By name like the product's front, because IPv4 and IPv6 may differ in speed.
  return { ...server, origin: `http://localhost:${port}` }
}
