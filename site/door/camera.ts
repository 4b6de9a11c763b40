/** The camera. Its stream stays open: each time it is opened anew an iPhone asks again whether it may be. */
import { createReader, type ReadCode } from './read-code.ts'

export type Camera = {
  /**
   * Shows it, and reads codes until it is stopped; where it is open already nothing happens. Throws what the browser says when it may
   * not, or there is none.
   */
  start(): Promise<void>
  /** Whether it has a light, and whether that is on. */
  hasLight(): boolean
  light(isOn: boolean): Promise<void>
  stop(): void
}

type Options = { video: HTMLVideoElement; facing: 'user' | 'environment'; onCode(text: string): void }

export function createCamera({ video, facing, onCode }: Options): Camera {
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
    light: async (torch) => {
      // Not among the types: a constraint of the image capture drafts that phones know.
      await track()?.applyConstraints({ advanced: [{ torch } as MediaTrackConstraintSet] })
    },
    stop() {
      for (const each of stream?.getTracks() ?? []) each.stop()
      stream = null
      video.srcObject = null
    },
  }
}

/** Resolves with the video's next frame, or a moment later where no frame is announced (Firefox before 132, a paused video). */
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
