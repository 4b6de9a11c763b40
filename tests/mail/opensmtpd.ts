/** Runs Debian's OpenSMTPD on loopback, with its own configuration, spool and mailboxes. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { freePort } from '../support/free-port.ts'

const smtpd = '/usr/sbin/smtpd'

type MailHost = {
  url: string
  /** Returns the raw mails in a mailbox, oldest first. */
  mailbox(address: string): Buffer[]
  log(): string
  stop(): Promise<void>
}

/** Returns the reason why OpenSMTPD cannot start here, or null. */
export function whyNoMailHost(): string | null {
  if (!existsSync(smtpd)) return 'OpenSMTPD is not installed (apt-get install opensmtpd)'
  if (!existsSync('/var/spool/smtpd')) return 'OpenSMTPD is not installed whole: there is no /var/spool/smtpd'
  // OpenSMTPD must start as root. Its spool and socket have fixed paths, and only root can mount other folders there.
  if (process.getuid?.() !== 0) return 'OpenSMTPD is started by root alone'
  if (spawnSync('unshare', ['--mount', 'true']).status !== 0) return 'no mount namespace can be made here'
  return null
}

/** Starts OpenSMTPD, which accepts mail to every address and stores it in a maildir for that address. */
export async function startMailHost(): Promise<MailHost> {
  const dir = mkdtempSync(join(tmpdir(), 'conferencia-smtpd-'))
  // Deliveries run as the user `nobody`.
  chmodSync(dir, 0o755)
  const [spool, run, mail] = ['spool', 'run', 'mail'].map((name) => join(dir, name)) as [string, string, string]
  for (const folder of [spool, run, mail]) mkdirSync(folder)
  chmodSync(spool, 0o711)
  chmodSync(mail, 0o777)
  const port = await freePort()
  const config = join(dir, 'smtpd.conf')
  writeFileSync(
    config,
    `listen on 127.0.0.1 port ${port} hostname "mail.ejemplo.gt"
table mailboxes { "@" = "nobody" }
action "deliver" maildir "${mail}/%{rcpt.user}@%{rcpt.domain}" virtual <mailboxes>
match from any for any action "deliver"
`,
    { mode: 0o644 },
  )
  const mounts = `mount --bind ${spool} /var/spool/smtpd && mount --bind ${run} /run`
  const server = spawn('unshare', ['--mount', 'sh', '-c', `${mounts} && exec ${smtpd} -d -v -f ${config}`], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  for (const stream of [server.stdout, server.stderr]) {
    stream.on('data', (data) => {
      said += data
    })
  }
  await greeted(server, port, () => said)
  return {
    url: `smtp://127.0.0.1:${port}`,
    mailbox(address) {
      // OpenSMTPD replaces characters with a meaning in shells by a colon.
      const folder = join(mail, address.replaceAll(/[!#$%&'*?`{|}~]/g, ':'), 'new')
      if (!existsSync(folder)) return []
      return readdirSync(folder)
        .toSorted()
        .map((name) => readFileSync(join(folder, name)))
    },
    log: () => said,
    async stop() {
      server.kill('SIGTERM')
      if (server.exitCode === null && server.signalCode === null) await once(server, 'exit')
      rmSync(dir, { recursive: true, force: true })
    },
  }
}

async function greeted(server: ChildProcess, port: number, said: () => string): Promise<void> {
  for (let tries = 0; tries < 300; tries++) {
    if (server.exitCode !== null) break
    const socket = connect(port, '127.0.0.1')
    const isUp = await once(socket, 'data').then(
      () => true,
      () => false,
    )
    socket.destroy()
    if (isUp) return
    await wait(100)
  }
  throw new Error(`OpenSMTPD did not start:\n${said()}`)
}
