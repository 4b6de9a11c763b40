import { expect, onTestFinished, test } from 'vitest'
import { log } from '../testing.ts'
import { openConnection } from './connection.ts'
import { createDirect } from './direct.ts'
import { reply, startMailServer, type Trouble } from './testing.ts'

const letter = (to: string) => ({ from: 'hola@conferencia.gt', to, raw: Buffer.from('Subject: Tu enlace\r\n\r\nHola\r\n') })

async function sending(trouble: Trouble) {
  const server = await startMailServer(trouble)
  const clock = { now: Date.parse('2025-06-01T12:00:00.000Z') }
  const direct = createDirect({ connect: () => openConnection(server.config()), log, now: () => clock.now })
  onTestFinished(() => direct.stop())
  direct.start()
  return { direct, clock, taken: () => server.taken.map(({ to }) => to[0]) }
}

test('retries a mail that was refused temporarily, without delaying other mails', async () => {
  const full = 'llena@ejemplo.gt'
  let isFull = true
  const offered: string[] = []
  const { direct, clock, taken } = await sending({
    recipient(address) {
      offered.push(address)
      return isFull && address === full ? reply(452, 'Mailbox full') : null
    },
  })
  direct.send(letter(full))
  direct.send(letter('ana@ejemplo.gt'))
  direct.send(letter('luis@ejemplo.gt'))
  await expect.poll(taken).toEqual(['ana@ejemplo.gt', 'luis@ejemplo.gt'])
  expect(offered.filter((address) => address === full)).toHaveLength(1)
  isFull = false
  clock.now += 6000
  direct.send(letter('eva@ejemplo.gt'))
  await expect.poll(taken).toEqual(['ana@ejemplo.gt', 'luis@ejemplo.gt', full, 'eva@ejemplo.gt'])
})

test('drops a mail that is refused permanently or for more than half an hour', async () => {
  const { direct, clock, taken } = await sending({
    recipient: (address) =>
      address.startsWith('nadie') ? reply(550, 'No such user') : address.startsWith('llena') ? reply(452, 'Full') : null,
  })
  for (const to of ['nadie@ejemplo.gt', 'llena@ejemplo.gt', 'ana@ejemplo.gt']) direct.send(letter(to))
  await expect.poll(taken).toEqual(['ana@ejemplo.gt'])
  clock.now += 31 * 60_000
  direct.send(letter('luis@ejemplo.gt'))
  await expect.poll(taken).toEqual(['ana@ejemplo.gt', 'luis@ejemplo.gt'])
})
