import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { boot, type Machine, recipes, whyNot } from './machine.ts'

const [install = '', , nginx = '', commands = ''] = recipes('deploy/README.md', 'Without containers')
const [pair = ''] = recipes('deploy/README.md', 'Litestream, and a second machine')

/** Makes a certificate in certbot's place, because no certificate authority is reachable. */
const certificate = `
  mkdir -p /etc/letsencrypt/live/conferencia.gt
  openssl req -x509 -newkey rsa:2048 -nodes -days 30 -subj /CN=conferencia.gt -keyout /etc/letsencrypt/live/conferencia.gt/privkey.pem \
    -out /etc/letsencrypt/live/conferencia.gt/fullchain.pem 2>/dev/null`

/** Returns a recipe with replacements for the repository, Debian's packages and the certificate, which come from outside. */
const asHere = (lines: string) =>
  lines
    .replaceAll('<this repository>', '/src.git')
    .replace(/^apt install .*$/gm, '')
    .replace(/^certbot certonly [^&]*&& /gm, `${certificate}\n`)

const reason = whyNot()

describe('the commands of deploy/README.md on a new Debian', () => {
  if (reason) return test.skip(`skipped on this machine: ${reason}`, () => {})

  let machine: Machine
  /** Returns the status and the location of a response over HTTP. */
  const status = (host: string, port: number, path: string) =>
    machine.run(`node -e "
      require('node:http').get({ host: '${host}', port: ${port}, path: '${path}', headers: { Host: 'conferencia.gt' } }, (answer) => {
        console.log(answer.statusCode, answer.headers.location ?? '')
        answer.destroy()
      })"`)

  beforeAll(async () => {
    machine = await boot()
  }, 15 * 60_000)
  afterAll(() => machine?.stop(), 5 * 60_000)

  test(
    "the installed service runs, and its log shows the administrator's first password",
    async () => {
      // Waits, because journalctl shows the output only after the service has started.
      const said = await machine.run(asHere(install).replace(/^journalctl/m, 'sleep 20; journalctl'))
      expect(said).toMatch(/Entrar: admin@conferencia\.gt {2}\S{16}/)
      expect(await machine.run('systemctl is-active conferencia')).toBe('active\n')
      expect(await status('127.0.0.1', 3000, '/api/ready')).toBe('200 \n')
    },
    20 * 60_000,
  )

  test('only root and the service may read the settings', async () => {
    const modes = await machine.run(
      "stat -c '%a %U:%G' /etc/conferencia.env /var/lib/conferencia /var/lib/conferencia/conference.db",
    )
    expect(modes.trim().split('\n')).toEqual([
      '640 root:conferencia',
      '711 conferencia:conferencia',
      '600 conferencia:conferencia',
    ])
    await machine.run('runuser -u www-data -- head -c 15 /var/lib/conferencia/www/index.html')
  })

  test('the installation takes less than 300 MB without its build tools', async () => {
    const megabytes = await machine.run('du -sm --exclude=.git /opt/conferencia | cut -f1')
    expect(Number(megabytes)).toBeLessThan(300)
  })

  test('installing leaves the git repository unchanged', async () => {
    expect(await machine.run('git -C /opt/conferencia status --porcelain')).toBe('')
  })

  test(
    'nginx serves HTTPS with HTTP/2 on IPv4 and IPv6, and redirects HTTP to HTTPS',
    async () => {
      await machine.run(`cd /opt/conferencia\n${asHere(nginx)}`)
      expect(await machine.run(overHttp2)).toBe('127.0.0.1 200 true\n::1 200 true\n')
      for (const host of ['127.0.0.1', '::1']) expect(await status(host, 80, '/')).toBe('301 https://conferencia.gt/\n')
    },
    5 * 60_000,
  )

  test(
    'commands such as npm run admin run as the user and with the settings of the service',
    async () => {
      await machine.run(`echo 'MAIL_FROM=Conferencia & Cía <hola@conferencia.gt>' >> /etc/conferencia.env
        echo 'SMTP_URL=smtp://127.0.0.1:9' >> /etc/conferencia.env`)
      const [admin = ''] = commands.split('\n')
      expect(await machine.run(`cd /root\n${admin}`)).toContain('Administrador creado:')
      const checked = await machine.run('cd /root; conferencia check || true')
      expect(checked).toMatch(/^bien {2}base de datos: /m)
      expect(checked).toMatch(/^mal {2}correo: 127\.0\.0\.1:9 no sirve/m)
      expect(await machine.run('cd /root; conferencia backup')).toContain('Respaldo verificado: /var/lib/conferencia/backups/')
      const owners = await machine.run('find /var/lib/conferencia ! -user conferencia')
      expect(owners).toBe('')
    },
    5 * 60_000,
  )

  test(
    'an update installs program, unit and web server settings, and keeps the certificate',
    async () => {
      await machine.run(`echo '# changed by hand' >> /etc/systemd/system/conferencia.service
        sed -i 's/http2//' /etc/nginx/sites-available/conferencia`)
      await machine.run(commands.split('\n').find((line) => line.startsWith('conferencia update')) ?? 'false')
      expect(await machine.run('cmp /opt/conferencia/deploy/conferencia.service /etc/systemd/system/conferencia.service')).toBe(
        '',
      )
      await machine.run(
        'for i in $(seq 60); do node -e "fetch(\'http://127.0.0.1:3000/api/ready\').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))" && break; sleep 0.5; done',
      )
      expect(await machine.run(overHttp2)).toBe('127.0.0.1 200 true\n::1 200 true\n')
    },
    20 * 60_000,
  )

  test('journalctl -p err shows only problems that a person has to solve', async () => {
    await machine.run(`cp /etc/conferencia.env /tmp/kept; echo PORT=http >> /etc/conferencia.env
      systemctl restart conferencia; sleep 3; systemctl stop conferencia; cp /tmp/kept /etc/conferencia.env`)
    const said = await machine.run('journalctl -u conferencia -p err -o cat')
    expect(said).toMatch(/^No se puede iniciar: revisa la configuración: PORT="http" no es un puerto/m)
    expect(said).not.toContain('"level":30')
  }, 60_000)

  test('copies the systemd unit for two machines to a folder that systemd reads', async () => {
    const [copy = ''] = pair.split('\n')
    await machine.run(`cd /opt/conferencia\n${copy}\nsystemctl daemon-reload`)
    expect(await machine.run('systemctl cat conferencia')).toContain('scripts/pair.ts')
  })
})

/** Requests the page with HTTP/2 over IPv4 and IPv6. */
const overHttp2 = `node -e "
  const { connect } = require('node:http2')
  const ask = (host) => new Promise((resolve, reject) => {
    const session = connect('https://' + (host.includes(':') ? '[' + host + ']' : host), { rejectUnauthorized: false, servername: 'conferencia.gt' })
    session.on('error', reject)
    const stream = session.request({ ':path': '/', ':authority': 'conferencia.gt' })
    let text = ''
    let status
    stream.on('response', (headers) => { status = headers[':status'] })
    stream.on('data', (data) => { text += data })
    stream.on('end', () => { session.close(); resolve([host, status, text.includes('<html')].join(' ')) })
  })
  ask('127.0.0.1').then((said) => { console.log(said); return ask('::1') }).then((said) => console.log(said))
"`
