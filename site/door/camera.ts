/** The camera. Its stream stays open: each time it is opened anew an iPhone asks again whether it may be. */
import { createReader, type ReadCode } from './read-code.ts'

export type Camera = {
  /** Shows it, and reads codes until it is stopped. Throws what the browser says when it may not, or there is none. */
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

  async function start(): Promise<void> {
    if (isLive()) return
    const size = { width: { ideal: 1280 }, height: { ideal: 720 } }
    stream = await navigator.mediaDevices.getUserMedia({ audio: false, video: { facingMode: facing, ...size } })
    video.srcObject = stream
    await video.play()
    reader ??= createReader()
    const read = await reader
    const opened = stream
    while (stream === opened && isLive()) {
      const text = document.visibilityState === 'visible' ? await read(video) : null
      if (text) onCode(text)
      await nextFrame(video)
    }
  }

  // A phone that was put away takes the camera: it is asked for again when it is looked at.
  document.addEventListener('visibilitychange', () => {
    if (stream && document.visibilityState === 'visible' && !isLive()) void start().catch(() => {})
  })

  return {
    start: () =>
      new Promise((resolve, reject) => {
        video.addEventListener('playing', () => resolve(), { once: true })
        start().catch(reject)
      }),
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
