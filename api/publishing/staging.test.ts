import { statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryDir } from '../../data/testing.ts'
import { stage } from './staging.ts'

const secondsOf = (folder: string) =>
  ['', '.br', '.gz'].map((ending) => Math.floor(statSync(join(folder, `index.html${ending}`)).mtimeMs / 1000))

test('no two versions of a file have the same second, and neither have their compressed forms', async () => {
  const folder = temporaryDir()
  const write = async (file: Record<string, Buffer>) => (await stage(folder, [{ name: 'index.html', file }])).swapIn()
  const seen: number[] = []
  for (const text of ['09:00', '09:30', '10:00']) {
    await write({ body: Buffer.from(text) })
    await write({ br: Buffer.from(text), gzip: Buffer.from(text) })
    const [body = 0, br, gzip] = secondsOf(folder)
    expect([br, gzip]).toEqual([body, body])
    seen.push(body)
  }
  expect(new Set(seen).size).toBe(3)
})
