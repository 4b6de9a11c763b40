/** Decodes an untrusted image in a process of its own. */
import { readFile, writeFile } from 'node:fs/promises'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import type { ImageKind } from '../../data/image-kinds.ts'
import type { Made, MadeImage } from './images.ts'
import { isDiskFull, noSpace, Refusal } from './refusal.ts'

const [from = '', to = '', type, kind = ''] = process.argv.slice(2)

async function make(): Promise<MadeImage> {
  if (type === 'svg') {
    const { cleanSvg } = await import('./svg.ts')
    const { drawnBackground, withoutMargin } = await import('./drawing.ts')
    const clean = cleanSvg(await readFile(from))
    const background = kind === 'partner-logo' || kind === '' ? await drawnBackground(clean) : null
    const drawing = Buffer.from(kind === 'partner-logo' ? await withoutMargin(clean) : clean)
    const packed = { [to]: drawing, [`${to}.br`]: packBrotli(drawing), [`${to}.gz`]: gzipSync(drawing, { level: 9 }) }
    for (const [path, bytes] of Object.entries(packed)) await writeFile(path, bytes, { mode: 0o600 })
    return { size: null, background }
  }
  const { makeWebp } = await import('./raster.ts')
  return makeWebp(from, to, (kind || null) as ImageKind | null)
}

/** Brotli's best quality, 11, would take half a minute. */
const packBrotli = (bytes: Buffer) => brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } })

function answer(result: Made): void {
  console.log(JSON.stringify(result))
}

try {
  answer(await make())
} catch (error) {
  if (error instanceof Refusal) answer({ status: error.status, message: error.message })
  else if (isDiskFull(error)) answer({ status: 503, message: noSpace })
  else throw error
}
// Ends the process, because rendering does not stop at its timeout.
process.exit(process.exitCode)
