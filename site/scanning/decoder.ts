import { decodeQR } from 'qr/decode.js'

const maxDecodeMs = 60

// Declared here, because TypeScript's types for workers conflict with its types for pages.
type Worker = { onmessage: (event: MessageEvent<ImageData>) => void; postMessage(text: string | null): void }
const worker = self as unknown as Worker

worker.onmessage = ({ data }) => worker.postMessage(read(data))

function read(image: ImageData): string | null {
  try {
    return decodeQR(image, { timeLimit: maxDecodeMs })
  } catch {
    return null
  }
}
