/** Side of the square in the middle of the frame. Only this square is read. */
const maxSidePx = 720

type Detector = { detect(frame: HTMLVideoElement): Promise<{ rawValue: string }[]> }
type DetectorClass = { new (options: { formats: string[] }): Detector; getSupportedFormats(): Promise<string[]> }

export type ReadCode = (video: HTMLVideoElement) => Promise<string | null>

export async function createReader(): Promise<ReadCode> {
  const detector = await createDetector()
  if (!detector) return workerReader()
  let fallback: ReadCode | undefined
  return async (video) => {
    if (fallback) return fallback(video)
    try {
      return (await detector.detect(video))[0]?.rawValue ?? null
    } catch {
      // On Android phones without Google's services, BarcodeDetector exists but fails.
      fallback = workerReader()
      return null
    }
  }
}

async function createDetector(): Promise<Detector | null> {
  const DetectorClass = (globalThis as { BarcodeDetector?: DetectorClass }).BarcodeDetector
  const formats = (await DetectorClass?.getSupportedFormats().catch(() => [])) ?? []
  return DetectorClass && formats.includes('qr_code') ? new DetectorClass({ formats: ['qr_code'] }) : null
}

function workerReader(): ReadCode {
  const worker = new Worker(new URL('./decoder.ts', import.meta.url), { type: 'module' })
  const canvas = document.createElement('canvas')
  const context = canvas.getContext('2d', { willReadFrequently: true })
  return (video) =>
    new Promise((resolve) => {
      const { videoWidth, videoHeight } = video
      const shorter = Math.min(videoWidth, videoHeight)
      if (!context || shorter === 0) return resolve(null)
      const side = Math.min(shorter, maxSidePx)
      canvas.width = canvas.height = side
      context.drawImage(video, (videoWidth - shorter) / 2, (videoHeight - shorter) / 2, shorter, shorter, 0, 0, side, side)
      const image = context.getImageData(0, 0, side, side)
      worker.onmessage = ({ data }: MessageEvent<string | null>) => resolve(data)
      worker.postMessage(image, [image.data.buffer])
    })
}
