import { expect } from 'vitest'
import type { UploadKind } from '../../../data/uploads.ts'
import { $toast, showToast } from '../../toast/toast.ts'
import { ApiError } from '../calls/client.ts'
import { createUpload, type UploadSteps } from './upload.ts'

export const png = new File(['…'], 'foto.png', { type: 'image/png' })
export const mp4 = new File(['…'], 'charla.mp4', { type: 'video/mp4' })

export const refused = (status: number, error: string) => new ApiError(status, JSON.stringify({ error }), '')

/** Creates an upload. `steps` replaces single steps, all other steps succeed. */
export function start(kind: UploadKind = 'hero-logo', steps: Partial<UploadSteps> = {}) {
  let addresses = 0
  const stored: string[] = []
  const sentTo: string[] = []
  const upload = createUpload({
    kind,
    onStored: (path) => stored.push(path),
    onTooLarge: (_, message) => showToast({ kind: 'error', ...message }),
    steps: {
      measure: async () => ({ width: 300, height: 150 }),
      ask: async ({ fileName }) => {
        addresses += 1
        return { uploadURL: `/upload/${addresses}?ticket=x`, publicURL: `/public-objects/${addresses}`, fileName }
      },
      ...steps,
      send: async (url, ...rest) => {
        sentTo.push(url)
        await steps.send?.(url, ...rest)
      },
    },
  })
  const states: string[] = []
  upload.$state.listen((state) => states.push(state.step === 'sending' ? `sending ${state.sent}` : state.step))
  const ended = () => expect.poll(() => upload.$state.get().step).toBeOneOf(['done', 'failed'])
  return { upload, states, stored, sentTo, ended }
}

export const toast = () => {
  const { id: _, ...shown } = $toast.get() ?? { id: 0 }
  return shown
}
