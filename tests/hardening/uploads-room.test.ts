import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { fill, removeDisk, smallDisk } from '../reliability/small-disk.ts'
import { startProduct } from '../support/product.ts'
import { openSession } from '../support/session.ts'
import { send } from './client.ts'
import { askAddress, filesOf, openUpload, sendPieces, upload, video } from './uploading.ts'

const megabyte = 1024 * 1024
const disk = smallDisk(300)
const product = await startProduct(disk ? { DATA_DIR: join(disk, 'data') } : {})
afterAll(async () => {
  await product.discard()
  if (disk) removeDisk(disk)
})
const ana = await openSession(product)
const account = { name: 'Eva', email: 'eva@ejemplo.gt', password: 'otra-frase-larga' }
await send(product, 'POST /api/users', { headers: ana, json: account })
const eva = await openSession(product, account)

const staged = () => filesOf(product).filter((name) => name.includes('staging')).length

/** Starts an upload of 100 MB and sends only the first MB. */
async function beginUpload(session: typeof ana) {
  const { uploadURL } = await askAddress(product, session, 'video.mp4')
  const before = staged()
  const sent = openUpload(product, uploadURL, { ...session, 'Content-Length': 100 * megabyte })
  sent.on('error', () => {})
  for (const piece of video(1)) sent.write(piece)
  await expect.poll(staged).toBe(before + 1)
  return {
    async breakOff() {
      sent.destroy()
      await expect.poll(staged).toBe(before)
    },
  }
}

test('a user can run two uploads at once, and other users can upload in the meantime', async () => {
  const running = [await beginUpload(ana), await beginUpload(ana)]
  const third = await upload(product, ana, 'logo.svg', '<svg xmlns="http://www.w3.org/2000/svg"/>')
  expect([third.status, third.headers['retry-after']]).toEqual([429, '10'])
  expect((await upload(product, eva, 'logo.svg', '<svg xmlns="http://www.w3.org/2000/svg"/>')).status).toBe(201)
  // Ends the newest upload first, because each waits until as many files are left as before it.
  for (const { breakOff } of running.toReversed()) await breakOff()
  // The upload address of the refused file is still valid.
  const again = openUpload(product, third.uploadURL, ana)
  expect((await sendPieces(again, ['<svg xmlns="http://www.w3.org/2000/svg"/>'])).status).toBe(201)
})

test.skipIf(!disk)('unfinished uploads leave disk space for registrations (skipped without mounts)', async () => {
  const { free } = fill(disk ?? '', 250 * megabyte)
  const running = [await beginUpload(ana), await beginUpload(ana)]
  // Almost 250 MB are free. The two unfinished videos may take 200 MB of them.
  expect((await upload(product, eva, 'video.mp4', Buffer.concat([...video(1)]))).status).toBe(503)
  const json = { name: 'José', email: 'jose@ejemplo.gt' }
  expect((await send(product, 'POST /api/registrations', { json })).status).toBe(201)
  for (const { breakOff } of running.toReversed()) await breakOff()
  expect((await upload(product, eva, 'video.mp4', Buffer.concat([...video(1)]))).status).toBe(201)
  free()
})
