import { atom, type ReadableAtom } from 'nanostores'
import type { Dimensions } from '../../../data/image-kinds.ts'
import type { UploadKind, UploadMessage } from '../../../data/uploads.ts'
import { showToast } from '../../toast/toast.ts'
import { ApiError } from '../calls/client.ts'
import { askToSignIn, countSignIns } from '../calls/session-end.ts'
import { type Address, type AddressRequest, announce, storedPath } from './address.ts'
import { addressFailure, isRefusal, oneAtATime, sendFailure, storedMessage } from './messages.ts'
import { checkBeforeSending } from './refusal.ts'

export type UploadState =
  | { step: 'idle' }
  | { step: 'checking' | 'asking'; file: File }
  | { step: 'sending'; file: File; sent: number }
  | { step: 'done'; file: File }
  | { step: 'failed'; file: File; message: UploadMessage; remedy: 'retry' | 'crop' | null }

type Failure = Pick<Extract<UploadState, { step: 'failed' }>, 'message' | 'remedy'>

export type UploadSteps = {
  measure: (file: File) => Promise<Dimensions>
  ask: (request: AddressRequest) => Promise<Address>
  send: (url: string, file: File, onProgress: (sent: number) => void, signal: AbortSignal) => Promise<void>
}

type Upload = {
  $state: ReadableAtom<UploadState>
  choose: (files: readonly File[]) => void
  retry: () => void
  cancel: () => void
}

type Options = {
  kind: UploadKind
  steps: UploadSteps
  onStored: (path: string) => void
  onTooLarge: (file: File, message: UploadMessage) => void
}

export function createUpload({ kind, steps, onStored, onTooLarge }: Options): Upload {
  const $state = atom<UploadState>({ step: 'idle' })
  let running = new AbortController()

  async function run(file: File): Promise<void> {
    running = new AbortController()
    const { signal } = running
    // Throws after a cancellation, so that nothing more is reported.
    const enter = (state: UploadState) => {
      signal.throwIfAborted()
      $state.set(state)
    }
    try {
      enter({ step: 'checking', file })
      const refusal = await checkBeforeSending(file, kind, steps.measure)
      if (refusal) return fail(refusal)
      const path = await deliver(file, enter, signal)
      if (typeof path !== 'string') return fail(path)
      enter({ step: 'done', file })
      onStored(path)
      showToast({ kind: 'success', ...storedMessage(file, kind) })
    } catch (error) {
      if (!signal.aborted) throw error
    }

    function fail({ message, remedy }: Failure) {
      enter({ step: 'failed', file, message, remedy })
      if (remedy === 'crop') onTooLarge(file, message)
      else showToast({ kind: 'error', ...message })
    }
  }

  async function deliver(file: File, enter: (state: UploadState) => void, signal: AbortSignal): Promise<string | Failure> {
    enter({ step: 'asking', file })
    let address: Address
    try {
      address = await steps.ask(announce(file, kind))
    } catch (error) {
      return { message: addressFailure(error, kind), remedy: remedyFor(error) }
    }
    enter({ step: 'sending', file, sent: 0 })
    const sentAfter = countSignIns()
    try {
      await steps.send(address.uploadURL, file, (sent) => signal.aborted || $state.set({ step: 'sending', file, sent }), signal)
      return storedPath(address, kind)
    } catch (error) {
      // After signing in again, the upload needs an address that belongs to the new session.
      const isSignedOut = error instanceof ApiError && error.status === 401
      if (isSignedOut && (await askToSignIn(sentAfter))) return deliver(file, enter, signal)
      return { message: sendFailure(error, kind), remedy: remedyFor(error) }
    }
  }

  return {
    $state,
    choose(files) {
      const [file] = files
      if (!file) return
      if (files.length > 1 || isRunning($state.get())) return showToast({ kind: 'error', ...oneAtATime })
      void run(file)
    },
    retry() {
      const state = $state.get()
      if (state.step === 'failed') void run(state.file)
    },
    cancel() {
      running.abort()
      $state.set({ step: 'idle' })
    },
  }
}

const remedyFor = (error: unknown) => (isRefusal(error) ? null : 'retry')

export function isRunning({ step }: UploadState): boolean {
  return step === 'checking' || step === 'asking' || step === 'sending'
}
