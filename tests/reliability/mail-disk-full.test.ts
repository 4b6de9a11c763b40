import { expect, onTestFinished, test } from 'vitest'
import { startMailServer } from '../../api/mail/testing.ts'
import { signedIn } from '../../demo/client.ts'
import { admin, startProduct } from '../support/product.ts'
import { report } from './report.ts'
import { fill, removeDisk, smallDisk } from './small-disk.ts'
import { register } from './visitors.ts'

const disk = smallDisk()

test.skipIf(!disk)(
  'sends no mail twice on a full disk (skipped without mounts)',
  async () => {
    const path = disk ?? ''
    onTestFinished(() => removeDisk(path))
    let gate = Promise.withResolvers<null>()
    let atTheGate = 0
    const data = () => {
      atTheGate += 1
      return gate.promise
    }
    const server = await startMailServer({ data })
    const product = await startProduct({
      DATA_DIR: `${path}/data`,
      SMTP_URL: server.url,
      MAIL_FROM: 'Conferencia <hola@ejemplo.gt>',
    })
    onTestFinished(product.discard)
    const client = await signedIn(product.origin, admin)
    const counts = async () => (await client('GET /api/mails?limit=1')).headers.get('X-Counts') ?? ''
    const accepted: string[] = []
    const amount = 10
    for (let round = 0; round < amount; round++) {
      gate = Promise.withResolvers<null>()
      atTheGate = 0
      for (let number = 0; number < 6; number++) {
        const email = `antes-${round}-${number}@ejemplo.gt`
        expect(await register(product, email)).toBe(201)
        accepted.push(email)
      }
      await expect.poll(() => atTheGate).toBe(3)
      const { free } = fill(path)
      // The database's log still has reserved space, and registrations are stored until it is used up.
      for (let number = 0, status = 201; status === 201; number++) {
        expect(number).toBeLessThan(20_000)
        const email = `persona-${round}-${number}@ejemplo.gt`
        status = await register(product, email)
        if (status === 201) accepted.push(email)
      }
      // The mail server accepts the mails, but the product cannot record it.
      const before = server.taken.length
      gate.resolve(null)
      await expect.poll(() => server.taken.length).toBeGreaterThan(before)
      free()
      await expect.poll(counts).toContain(`sent=${accepted.length},`)
    }
    const arrived = server.taken.map(({ to }) => to[0] ?? '')
    const lost = accepted.filter((email) => !arrived.includes(email))
    report({ what: `mails on full disks (${accepted.length} mails)`, tried: amount, lost: lost.length })
    expect([lost, arrived.length]).toEqual([[], accepted.length])
  },
  10 * 60_000,
)
