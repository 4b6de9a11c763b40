/** Resident memory with the flags of `npm start`: after the start, after the demo was loaded, after many registrations with mails. */
import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import { SMTPServer } from 'smtp-server'
import { loadDemo } from '../../demo/load.ts'
import { freePort } from '../../tests/support/free-port.ts'
import { admin, startProduct } from '../../tests/support/product.ts'
import { untilSettled } from '../support/demo.ts'
import { startPayload } from '../support/payload.ts'
import { register } from '../support/registering.ts'
import { amount, atMost, fact, type Row } from '../support/report.ts'

const registrations = amount(40_000, 500)
const many = registrations.toLocaleString('en')
/** Time in which the server returns freed memory to the system. */
const restMs = amount(20_000, 1_000)

export async function measure(): Promise<Row[]> {
  const [ours, theirs] = await Promise.all([measureOurs(), measurePayload()])
  return [...ours, ...theirs]
}

/** Payload sends no mails. */
async function measurePayload(): Promise<Row[]> {
  const payload = await startPayload()
  if (!payload) return []
  try {
    await wait(restMs)
    const atRest = payload.memory()
    await register(payload.origin, registrations)
    await wait(restMs)
    const text = `${Math.round(atRest)} MB, ${Math.round(payload.memory())} MB`
    return [{ ...fact(`memory of Payload: at rest, after ${many} registrations`, '–'), reference: text }]
  } finally {
    await payload.stop()
  }
}

async function measureOurs(): Promise<Row[]> {
  let mails = 0
  const smtpPort = await freePort()
  const mailServer = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, _session, done) {
      mails += 1
      stream.resume().once('end', done)
    },
  })
  // A client that ends its connection is not a failure.
  mailServer.on('error', () => {})
  await once(mailServer.listen(smtpPort, '127.0.0.1'), 'listening')
  const product = await startProduct({ SMTP_URL: `smtp://127.0.0.1:${smtpPort}`, MAIL_FROM: 'Conferencia <hola@conferencia.gt>' })
  try {
    await untilSettled(product.origin)
    await wait(restMs)
    const rows = [atMost('memory after a start', product.memory(), 140, 'MB')]
    await loadDemo(product.origin, admin)
    await untilSettled(product.origin)
    await wait(restMs)
    rows.push(atMost('memory after the demo was loaded', product.memory(), 200, 'MB'))
    await register(product.origin, registrations)
    await wait(restMs)
    rows.push(atMost(`memory after ${many} registrations, ${mails} mails sent by then`, product.memory(), 300, 'MB'))
    return rows
  } finally {
    await product.discard()
    mailServer.close()
  }
}
