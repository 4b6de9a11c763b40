/** Keeps the camera's stream open, because iPhones ask for permission each time a page opens the camera. */
import { createReader, type ReadCode } from './read-code.ts'

type Options = { video: HTMLVideoElement; facing: 'user' | 'environment'; onCode(text: string): void }

export function createCamera({ video, facing, onCode }: Options) {
  let stream: MediaStream | null = null
  let reader: Promise<ReadCode> | undefined
  const track = () => stream?.getVideoTracks()[0]
  const isLive = () => track()?.readyState === 'live'

  let opening: Promise<void> | null = null

  async function start(): Promise<void> {
    if (isLive()) return
    opening ??= open().finally(() => {
      opening = null
    })
    return opening
  }

  async function open(): Promise<void> {
    const size = { width: { ideal: 1280 }, height: { ideal: 720 } }
    stream = await navigator.mediaDevices.getUserMedia({ audio: false, video: { facingMode: facing, ...size } })
    video.srcObject = stream
    await video.play()
    void readFrom(stream)
  }

  async function readFrom(opened: MediaStream): Promise<void> {
    reader ??= createReader()
    const read = await reader
    while (stream === opened && isLive()) {
      const text = document.visibilityState === 'visible' ? await read(video) : null
      if (text) onCode(text)
      await nextFrame(video)
    }
  }

  return {
    start,
    hasLight: () => 'torch' in ((track()?.getCapabilities?.() ?? {}) as object),
    async light(torch: boolean): Promise<void> {
      // TypeScript's types lack `torch`, the camera's light.
      await track()?.applyConstraints({ advanced: [{ torch } as MediaTrackConstraintSet] })
    },
    stop() {
      for (const each of stream?.getTracks() ?? []) each.stop()
      stream = null
      video.srcObject = null
    },
  }
}

/** The timer is for a paused video, and for Firefox before 132, which lacks `requestVideoFrameCallback`. */
function nextFrame(video: HTMLVideoElement): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, 100)
    const done = () => {
      clearTimeout(timer)
      resolve()
    }
    video.requestVideoFrameCallback?.(done)
  })
}
