/** `npm run test:full -- day` runs a day of a large conference on a small machine and measures its memory. */
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import sharp from 'sharp'
import { SMTPServer } from 'smtp-server'
import { expect, onTestFinished, test } from 'vitest'
import { root } from '../../api/system/root.ts'
import { signedIn } from '../../demo/client.ts'
import { startEnv } from '../../scripts/start-settings.ts'
import { askAddress, openUpload, sendPieces, upload, video } from '../hardening/uploading.ts'
import { freePort } from '../support/free-port.ts'
import { isFull } from '../support/full.ts'
import { admin, residentMemory, serverArgs } from '../support/product.ts'
import { openSession } from '../support/session.ts'
import { openConnection, registrationRequest } from './connection.ts'
import { smallMachine } from './small-machine.ts'

const people = 20_000
const saves = 200

const machine = isFull ? smallMachine(512, 2048) : null
if (isFull && !machine) console.log('not tried: it takes root, control groups and loop devices')

/** Starts a mail server outside the small machine that accepts all mails. */
async function mailServer(): Promise<{ url: string; taken(): number }> {
  let taken = 0
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    onData: (stream, _, done) =>
      void stream.resume().on('end', () => {
        taken += 1
        done()
      }),
  })
  server.on('error', () => {})
  const listening = server.listen(0, '127.0.0.1')
  await once(listening, 'listening')
  onTestFinished(() => new Promise<void>((resolve) => server.close(() => resolve())))
  return { url: `smtp://127.0.0.1:${(listening.address() as AddressInfo).port}`, taken: () => taken }
}

/** Makes a photo of 24 million pixels, just below the upload limit of 10 MB. */
async function photo(): Promise<Buffer> {
  const noise = { type: 'gaussian', mean: 128, sigma: 25 } as const
  const picture = await sharp({ create: { width: 5700, height: 4200, channels: 3, background: 'black', noise } })
    .raw()
    .toBuffer({ resolveWithObject: true })
  for (let quality = 80; ; quality -= 10) {
    const file = await sharp(picture.data, { raw: picture.info }).jpeg({ quality }).toBuffer()
    if (file.length < 10_000_000) return file
  }
}

test.skipIf(!machine)(
  `${people} registrations and ${saves} saves need only 512 MB, one core and 2 GB of disk`,
  async () => {
    if (!machine) return
    onTestFinished(machine.stop)
    const mail = await mailServer()
    const DATA_DIR = join(machine.folder, 'data')
    const settings = { DATA_DIR, SMTP_URL: mail.url, MAIL_FROM: 'Conferencia <hola@conferencia.gt>' }
    const PORT = String(await freePort())
    const server = machine.start(process.execPath, serverArgs, {
      ...{ ...startEnv, ...process.env, ...settings, PORT, REGISTRATION_LIMIT: '0' },
      ...{ ADMIN_EMAIL: admin.email, ADMIN_PASSWORD: admin.password },
    })
    let log = ''
    for (const stream of [server.stdout, server.stderr]) stream.on('data', (text) => (log += text))
    const ended = once(server, 'exit')
    onTestFinished(async () => {
      server.kill('SIGTERM')
      await ended
    })
    const product = { origin: `http://localhost:${PORT}` }
    await expect
      .poll(() =>
        fetch(`${product.origin}/api/ready`)
          .then(({ ok }) => ok)
          .catch(() => false),
      )
      .toBe(true)
    const client = await signedIn(product.origin, admin)
    const session = await openSession(product)

    const rows: [string, number, number][] = []
    let peak = 0
    const looking = setInterval(() => {
      peak = Math.max(peak, machine.used())
    }, 100)
    onTestFinished(() => clearInterval(looking))
    /** Records the server's memory after a part of the day, and the maximum of all processes during it. */
    const noted = async (what: string, work: () => Promise<unknown>) => {
      peak = 0
      await work()
      const row: [string, number, number] = [what, residentMemory(server.pid ?? 0), Math.max(peak, machine.used())]
      rows.push(row)
      const [own, all] = row.slice(1).map((megabytes) => `${Number(megabytes).toFixed(0).padStart(5)} MB`)
      console.log(`${what.padEnd(45)} ${own} ${all}`)
    }

    await noted('at rest', async () => {})
    await noted(`${people.toLocaleString('en')} registrations`, async () => {
      let next = 0
      const visitor = async () => {
        const connection = await openConnection(product.origin)
        while (next < people) {
          const answer = await connection.send(registrationRequest(`persona${next++}@ejemplo.gt`))
          expect(answer?.status).toBe(201)
        }
        connection.close()
      }
      await Promise.all(Array.from({ length: 8 }, visitor))
    })
    await noted(`${saves} saves`, async () => {
      for (let save = 0; save < saves; save++)
        expect((await client('PUT /api/hero', { subtitle: `Guardado ${save}` })).status).toBe(200)
    })
    await noted('ten uploads of 10 MB, five of them photos', async () => {
      const file = await photo()
      for (let number = 0; number < 5; number++) {
        await upload(product, session, 'foto.jpg', file, 'speaker-photo')
        const { uploadURL } = await askAddress(product, session, 'video.mp4')
        expect((await sendPieces(openUpload(product, uploadURL, session), video(10))).status).toBe(201)
      }
    })
    await noted('a backup', async () => {
      const env = { ...process.env, ...settings }
      const backup = machine.start(process.execPath, [join(root, 'scripts/backup.ts')], env)
      const [said, [code]] = await Promise.all([text(backup.stdout), once(backup, 'exit')])
      expect([code, said]).toEqual([0, expect.stringContaining(`${people} registros`)])
    })
    await noted('an announcement to all of them', async () => {
      await client('PUT /api/hero', { location: 'Otro lugar' })
      const already = mail.taken()
      const told = await client('POST /api/mails/announcement', {
        subject: 'Otro lugar',
        body: 'Hola {nombre}: es en otro lugar.',
      })
      expect(told.status).toBe(201)
      // All mails are in the outbox. The first thousands show that sending continues.
      const reached = async () => {
        const { last } = await (await client('GET /api/mails/announcement')).json()
        return last.queued + last.sent
      }
      await expect
        .poll(async () => (await reached()) === people && mail.taken() >= already + 2000, {
          timeout: 40 * 60_000,
          interval: 1000,
        })
        .toBe(true)
    })

    expect([machine.killed(), log.split('\n').filter((line) => /"level":[56]0/.test(line))]).toEqual([0, []])
    expect((await fetch(`${product.origin}/api/ready`)).status).toBe(200)
    // A fifth of the 512 MB is left for the system.
    expect(Math.max(...rows.map(([, , all]) => all))).toBeLessThan(400)
  },
  90 * 60_000,
)
