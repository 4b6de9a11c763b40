/** Program of the drawing threads. Only this file imports the modules that load large libraries. */
import { constants, setPriority } from 'node:os'
import { parentPort } from 'node:worker_threads'
import type { Answer, Drawing } from './draw-on-demand.ts'

// Lowers the priority of this thread, so that requests come first. Outside Linux, the call would change the whole process.
if (process.platform === 'linux') setPriority(constants.priority.PRIORITY_BELOW_NORMAL)

parentPort?.on('message', async (drawing: Drawing) => {
  const answer: Answer = await draw(drawing).then(
    (file) => ({ file }),
    (error) => ({ error: String(error) }),
  )
  parentPort?.postMessage(answer)
})

async function draw(drawing: Drawing): Promise<Uint8Array> {
  switch (drawing.is) {
    case 'card': {
      const { drawShareCard } = await import('./draw-share-card.ts')
      const portraits = drawing.portraits.map((portrait) => Buffer.from(portrait))
      return drawShareCard(drawing.card, drawing.shape, portraits)
    }
    case 'layout': {
      const { layOut } = await import('./certificate-layout.ts')
      return Buffer.from(JSON.stringify(layOut(drawing.paper)))
    }
    case 'pdf': {
      const { drawCertificate } = await import('./certificate-pdf.ts')
      return drawCertificate(drawing.paper, drawing.pictures)
    }
    case 'png': {
      const { drawCertificatePicture } = await import('./certificate-picture.ts')
      return drawCertificatePicture(drawing.paper, drawing.pictures)
    }
  }
}
