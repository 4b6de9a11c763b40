/** `npm run test:full -- mail` checks each part of the product's mails after delivery by a real mail server. */
import { generateKeyPairSync } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { dkimVerify } from 'mailauth/lib/dkim/verify.js'
import PostalMime, { type Email } from 'postal-mime'
import decodeQR from 'qr/decode.js'
import sharp from 'sharp'
import { expect, onTestFinished, test } from 'vitest'
import { temporaryDir } from '../../data/testing.ts'
import { signedIn } from '../../demo/client.ts'
import { openDatabase, send } from '../hardening/client.ts'
import { isFull } from '../support/full.ts'
import { admin, startProduct } from '../support/product.ts'
import { startMailHost, whyNoMailHost } from './opensmtpd.ts'

const why = isFull ? whyNoMailHost() : 'it is part of npm run test:full -- mail'
if (why && isFull) console.log(`not tried: ${why}`)

const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })

/** Answers DNS queries with the public key. */
const resolver = async (name: string) => {
  const key = publicKey.export({ type: 'spki', format: 'der' }).toString('base64')
  return name === 'correo._domainkey.conferencia.gt' ? [[`v=DKIM1; k=rsa; p=${key}`]] : []
}

async function setUp() {
  const host = await startMailHost()
  onTestFinished(host.stop)
  const keyFile = join(temporaryDir(), 'dkim.pem')
  writeFileSync(keyFile, privateKey.export({ type: 'pkcs8', format: 'pem' }), { mode: 0o600 })
  const product = await startProduct({
    SMTP_URL: host.url,
    MAIL_FROM: '"Conferencia, Guatemala" <hola@conferencia.gt>',
    DKIM_DOMAIN: 'conferencia.gt',
    DKIM_SELECTOR: 'correo',
    DKIM_KEY_FILE: keyFile,
  })
  onTestFinished(product.discard)
  const seen = new Set<string | undefined>()
  /** Waits for the next mail in a mailbox. Fails if several have arrived since the last call. */
  const next = async (address: string): Promise<{ mail: Email; raw: Buffer }> => {
    const fresh = async () => {
      const mails = await Promise.all(host.mailbox(address).map(async (raw) => ({ mail: await PostalMime.parse(raw), raw })))
      return mails.filter(({ mail }) => !seen.has(mail.messageId))
    }
    await expect.poll(fresh).not.toEqual([])
    const [found, ...others] = await fresh()
    if (!found || others.length > 0) throw new Error(`${others.length} more mails to ${address} than expected`)
    seen.add(found.mail.messageId)
    return found
  }
  return { product, next, client: await signedIn(product.origin, admin) }
}

const ownLink = ({ text }: Email) => /http:\/\/localhost:\d+\/registro\/[\w-]{22}/.exec(text ?? '')?.[0] ?? ''

async function codeIn({ attachments }: Email): Promise<string> {
  const content = attachments.find(({ mimeType }) => mimeType === 'image/png')?.content
  if (!(content instanceof ArrayBuffer)) return ''
  const { data, info } = await sharp(Buffer.from(content)).ensureAlpha().raw().toBuffer({ resolveWithObject: true })
  return decodeQR({ width: info.width, height: info.height, data })
}

/** Returns the calendar entry in a mail as text. */
function entryIn({ attachments }: Email): string {
  const content = attachments.find(({ filename }) => filename === 'evento.ics')?.content
  return content instanceof ArrayBuffer || content instanceof Uint8Array ? Buffer.from(new Uint8Array(content)).toString() : ''
}

/** Checks a mail's sender, recipient, text and HTML, link and DKIM signature. */
async function expectWhole({ mail, raw }: { mail: Email; raw: Buffer }, to: { name: string; address: string }) {
  expect(mail.from).toMatchObject({ name: 'Conferencia, Guatemala', address: 'hola@conferencia.gt' })
  expect(mail.to).toEqual([expect.objectContaining(to)])
  expect(mail.messageId).toMatch(/^<[\w-]+@conferencia\.gt>$/)
  expect(mail.headers.find(({ key }) => key === 'auto-submitted')?.value).toBe('auto-generated')
  expect(mail.headers.filter(({ key }) => key === 'bcc' || key === 'cc')).toEqual([])
  expect(ownLink(mail)).not.toBe('')
  expect(mail.html).toContain(`href="${ownLink(mail)}"`)
  const { results } = await dkimVerify(raw, { resolver })
  expect(results.map(({ status }) => status.result)).toEqual(['pass'])
}

test.skipIf(why !== null)(
  'each kind of mail arrives complete and signed, with a link to the person’s page',
  async () => {
    const { product, next, client } = await setUp()
    const db = openDatabase(product)
    const register = async (name: string, email: string) => {
      const { status } = await send(product, 'POST /api/registrations', { json: { name, email } })
      expect(status).toBe(201)
    }
    const ana = { name: 'Pérez, "Ñ" Ana Bcc: otra@ejemplo.gt', address: 'ana+evento@ejemplo.gt' }
    const luis = { name: 'Luis <b>', address: "luis.o'higgins@ejemplo.gt" }
    const saved = async (request: string, json: object) =>
      expect([request, (await client(request, json)).status]).toEqual([request, 200])

    await register('Pérez, "Ñ" Ana\r\nBcc: otra@ejemplo.gt', ana.address)
    const confirmation = await next(ana.address)
    await expectWhole(confirmation, ana)
    expect(confirmation.mail.subject).toBe('Tu registro a Conferencia 2025')
    const link = await codeIn(confirmation.mail)
    expect(link).toBe(ownLink(confirmation.mail))
    const page = await fetch(link)
    expect([page.status, (await page.text()).includes('Ñ&quot; Ana')]).toEqual([200, true])
    expect(entryIn(confirmation.mail)).toContain('METHOD:PUBLISH')

    await saved('PUT /api/places', { capacity: 1, waitlist: true })
    await register(luis.name, luis.address)
    const waiting = await next(luis.address)
    await expectWhole(waiting, luis)
    expect([waiting.mail.subject, waiting.mail.attachments]).toEqual(['Estás en la lista de espera de Conferencia 2025', []])

    await register(luis.name, luis.address)
    const already = await next(luis.address)
    await expectWhole(already, luis)
    expect([already.mail.subject, already.mail.attachments]).toEqual(['Ya estabas registrado en Conferencia 2025', []])
    expect(already.mail.text).not.toContain('entrada')

    await fetch(`${link}/cancelar`, { method: 'POST' })
    const cancelled = await next(ana.address)
    await expectWhole(cancelled, ana)
    expect([cancelled.mail.subject, cancelled.mail.attachments]).toEqual(['Cancelaste tu registro a Conferencia 2025', []])
    const promoted = await next(luis.address)
    await expectWhole(promoted, luis)
    expect(promoted.mail.subject).toBe('Tienes lugar en Conferencia 2025')
    expect(await codeIn(promoted.mail)).toBe(ownLink(promoted.mail))

    await saved('PUT /api/hero', { location: 'Tikal Futura, salón "Ñ"' })
    expect((await client('POST /api/mails/announcement', { subject: 'Cambio: {lugar}', body: '{nombre}: {fecha}' })).status).toBe(
      201,
    )
    const changed = await next(luis.address)
    await expectWhole(changed, luis)
    expect(changed.mail.subject).toBe('Cambio: Tikal Futura, salón "Ñ"')
    const sequence = (mail: Email) => Number(/SEQUENCE:(\d+)/.exec(entryIn(mail))?.[1])
    expect(sequence(changed.mail)).toBeGreaterThan(sequence(promoted.mail))

    // Moves both registrations to an earlier day, because a person who registers after the reminder was due gets none.
    db.exec("UPDATE registrations SET registrationDate = '2025-01-01T12:00:00.000Z'")
    await saved('PUT /api/hero', { eventDate: new Date(Date.now() + 24 * 60 * 60_000).toISOString() })
    await product.restart()
    const reminder = await next(luis.address)
    await expectWhole(reminder, luis)
    expect(reminder.mail.headers.find(({ key }) => key === 'list-unsubscribe')?.value).toBe(
      `<${ownLink(reminder.mail)}/recordatorios>`,
    )
    const counts = (await client('GET /api/mails')).headers.get('X-Counts')
    expect(counts).toBe('matching=7, queued=0, sent=7, failed=0')
  },
  300_000,
)
