/** Drawing thread, see draw-on-demand.ts. */
import { constants, setPriority } from 'node:os'
import { parentPort } from 'node:worker_threads'
import type { Answer, Drawing } from './draw-on-demand.ts'

// Visitors come first, but a save waits for its card. Linux applies the priority to this thread, other systems to the process.
if (process.platform === 'linux') setPriority(constants.priority.PRIORITY_BELOW_NORMAL)

parentPort?.on('message', async (drawing: Drawing) => {
  const answer = (drawn: Answer) => parentPort?.postMessage(drawn)
  try {
    answer({ file: await draw(drawing) })
  } catch (error) {
    answer({ error: String(error) })
  }
})

/** Loads each drawing module on first use. */
async function draw(drawing: Drawing): Promise<Uint8Array> {
  if (drawing.is === 'certificate' && drawing.as === 'png') {
    const { drawCertificatePicture } = await import('./certificate-picture.ts')
    return drawCertificatePicture(drawing.paper, drawing.pictures)
  }
  if (drawing.is === 'layout') {
    const { layOut } = await import('./certificate-layout.ts')
    return Buffer.from(JSON.stringify(layOut(drawing.paper)))
  }
  if (drawing.is === 'certificate') {
    const { drawCertificate } = await import('./certificate-pdf.ts')
    return drawCertificate(drawing.paper, drawing.pictures)
  }
  const { drawShareCard } = await import('./draw-share-card.ts')
  const portraits = drawing.portraits.map((portrait) => Buffer.from(portrait))
  return drawShareCard(drawing.card, drawing.shape, portraits)
}
