/** A full mail server takes what the product sends and delivers it into a mailbox: `npm run test:mail`. */
import { execFileSync, spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import PostalMime from 'postal-mime'
import decodeQR from 'qr/decode.js'
import sharp from 'sharp'
import { expect, onTestFinished, test } from 'vitest'
import { freePort, startProduct } from '../support/product.ts'

const smtpd = '/usr/sbin/smtpd'
const canRun = existsSync(smtpd) && userInfo().uid === 0
if (!canRun) console.warn('OpenSMTPD is not installed, or this is not root (apt install opensmtpd): its test is left out')

/** Starts OpenSMTPD with a queue of its own; delivers every mail for ejemplo.gt into one maildir. */
async function startOpenSmtpd() {
  const dir = mkdtempSync(join(tmpdir(), 'opensmtpd-'))
  execFileSync('chmod', ['711', dir])
  const maildir = join(dir, 'maildir')
  const port = await freePort()
  const config = join(dir, 'smtpd.conf')
  writeFileSync(
    config,
    `listen on 127.0.0.1 port ${port}
action deliver maildir "${maildir}" virtual { "@" = root } user root
match from any for domain "ejemplo.gt" action deliver
`,
  )
  const server = spawn(smtpd, ['-d', '-f', config], { stdio: 'ignore' })
  onTestFinished(() => {
    server.kill('SIGTERM')
    rmSync(dir, { recursive: true, force: true })
  })
  const files = () => (existsSync(join(maildir, 'new')) ? readdirSync(join(maildir, 'new')) : [])
  return {
    url: `smtp://127.0.0.1:${port}`,
    mails: () => Promise.all(files().map((name) => PostalMime.parse(readFileSync(join(maildir, 'new', name))))),
  }
}

test.runIf(canRun)('OpenSMTPD delivers confirmations whose ticket opens the page, and what it refuses is failed', async () => {
  const { url, mails } = await startOpenSmtpd()
  const product = await startProduct({ SMTP_URL: url, MAIL_FROM: 'Conferencia <hola@ejemplo.gt>' })
  onTestFinished(product.stop)
  const register = (name: string, email: string) =>
    fetch(`${product.origin}/api/registrations`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ name, email }),
    })
  const people = Array.from({ length: 20 }, (_, index) => `persona-${index}@ejemplo.gt`)
  for (const email of people) await register('Pérez, "José"', email)
  await register('Otra', 'otra@otro.example')
  for (let looks = 0; looks < 600 && (await mails()).length < people.length; looks++) await wait(100)
  const arrived = await mails()
  expect(arrived.map(({ to }) => to?.[0]?.address).toSorted()).toEqual(people.toSorted())
  expect(new Set(arrived.map(({ messageId }) => messageId)).size).toBe(people.length)

  const picture = arrived[0]?.attachments.find(({ mimeType }) => mimeType === 'image/png')?.content
  if (!(picture instanceof ArrayBuffer)) throw new Error('no picture')
  const { data, info } = await sharp(picture).ensureAlpha().raw().toBuffer({ resolveWithObject: true })
  const link = decodeQR({ width: info.width, height: info.height, data })
  expect((await fetch(link)).status).toBe(200)
})
