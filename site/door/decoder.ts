/** Reads QR codes, in a worker of its own: what one touches answers meanwhile. For browsers that know no BarcodeDetector. */
import { decodeQR } from 'qr/decode.js'

/** Milliseconds for what a code that is hard to read may take beyond the usual: the next frame may be better. */
const timeLimit = 60

// Written out, for the library of workers' types does not go together with that of pages.
type Worker = { onmessage: (event: MessageEvent<ImageData>) => void; postMessage(text: string | null): void }
const worker = self as unknown as Worker

worker.onmessage = ({ data }) => worker.postMessage(read(data))

function read(image: ImageData): string | null {
  try {
    return decodeQR(image, { timeLimit })
  } catch {
    // There is no code in it, or none that can be read.
    return null
  }
}
