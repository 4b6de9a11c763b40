/** Program of the drawing processes. Only this file imports the modules that load large libraries. */
import { constants, setPriority } from 'node:os'
import type { Answer, Drawing } from './drawing-process.ts'

// Lowers the priority, so that requests come first.
setPriority(constants.priority.PRIORITY_BELOW_NORMAL)

// The channel keeps this process running. If the server ends, the channel closes and this process ends too.
process.on('message', async (drawing: Drawing) => {
  const answer: Answer = await draw(drawing).then(
    (file) => ({ file }),
    (error) => ({ error: String(error) }),
  )
  process.send?.(answer)
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
