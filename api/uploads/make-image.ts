/**
 * The program that reads images from people, in a process of its own (see `images.ts`): it may be killed, run out of
 * memory or crash in a C library, and only this upload fails. Arguments: where from, where to, what type, what use.
 * Prints one line of JSON.
 */
import { readFile, writeFile } from 'node:fs/promises'
import type { Dimensions, ImageKind } from '../../data/uploads.ts'
import type { Made } from './images.ts'
import { isDiskFull, noSpace, Refusal } from './refusal.ts'

const [from = '', to = '', type, kind = ''] = process.argv.slice(2)

async function make(): Promise<Dimensions | null> {
  if (type === 'svg') {
    const { cleanSvg } = await import('./svg.ts')
    await writeFile(to, cleanSvg(await readFile(from)), { mode: 0o600 })
    return null
  }
  const { makeWebp } = await import('./raster.ts')
  return makeWebp(from, to, (kind || null) as ImageKind | null)
}

function answer(made: Made): void {
  console.log(JSON.stringify(made))
}

try {
  answer({ size: await make() })
} catch (error) {
  if (error instanceof Refusal) answer({ status: error.status, message: error.message })
  else if (isDiskFull(error)) answer({ status: 503, message: noSpace })
  else throw error
}
