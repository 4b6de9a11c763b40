/** Pixels of the square that is read, in the middle of the frame. */
const side = 720

type Detector = { detect(frame: HTMLVideoElement): Promise<{ rawValue: string }[]> }
type DetectorClass = { new (options: { formats: string[] }): Detector; getSupportedFormats(): Promise<string[]> }

export type ReadCode = (video: HTMLVideoElement) => Promise<string | null>

export async function createReader(): Promise<ReadCode> {
  const own = await detector()
  if (!own) return workerReader()
  let fallback: ReadCode | undefined
  return async (video) => {
    if (fallback) return fallback(video)
    try {
      return (await own.detect(video))[0]?.rawValue ?? null
    } catch {
      // Without Google's services, BarcodeDetector exists but fails.
      fallback = workerReader()
      return null
    }
  }
}

async function detector(): Promise<Detector | null> {
  const known = (globalThis as { BarcodeDetector?: DetectorClass }).BarcodeDetector
  const formats = (await known?.getSupportedFormats().catch(() => [])) ?? []
  return known && formats.includes('qr_code') ? new known({ formats: ['qr_code'] }) : null
}

function workerReader(): ReadCode {
  const worker = new Worker(new URL('./decoder.ts', import.meta.url), { type: 'module' })
  const canvas = document.createElement('canvas')
  const context = canvas.getContext('2d', { willReadFrequently: true })
  return (video) =>
    new Promise((resolve) => {
      const whole = Math.min(video.videoWidth, video.videoHeight)
      if (!context || whole === 0) return resolve(null)
      const kept = Math.min(whole, side)
      canvas.width = canvas.height = kept
      const [x, y] = [(video.videoWidth - whole) / 2, (video.videoHeight - whole) / 2]
      context.drawImage(video, x, y, whole, whole, 0, 0, kept, kept)
      const image = context.getImageData(0, 0, kept, kept)
      worker.onmessage = ({ data }: MessageEvent<string | null>) => resolve(data)
      worker.postMessage(image, [image.data.buffer])
    })
}
