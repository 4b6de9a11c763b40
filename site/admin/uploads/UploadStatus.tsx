import { Crop, RotateCcw } from 'lucide-react'
import type { UploadMessage } from '../../../data/uploads.ts'
import type { UploadState } from './upload.ts'

type State<Step extends UploadState['step']> = Extract<UploadState, { step: Step }>
type Actions = { onCancel: () => void; onRetry: () => void; onCrop: (file: File, message: UploadMessage) => void }
type Props = Actions & { state: UploadState; label: string }

export function UploadStatus({ state, ...rest }: Props) {
  if (state.step === 'idle' || state.step === 'done') return null
  return state.step === 'failed' ? <Failed state={state} {...rest} /> : <Running state={state} {...rest} />
}

type RunningProps = Actions & { state: State<'checking' | 'asking' | 'sending'>; label: string }

function Running({ state, label, onCancel }: RunningProps) {
  const sent = state.step === 'sending' && state.sent < 1 ? state.sent : undefined
  const percentage = sent === undefined ? undefined : `${Math.floor(sent * 100)} %`
  return (
    <div className="upload-status">
      <p className="flex justify-between gap-3 text-sm">
        <span className="truncate">{state.file.name}</span>
        <span className="shrink-0 tabular-nums">
          {percentage ?? (state.step === 'sending' ? 'Procesando...' : 'Preparando...')}
        </span>
      </p>
      <div className="flex items-center gap-3">
        <progress
          className="progress progress-primary"
          aria-label={`Subida: ${label}`}
          aria-valuetext={percentage}
          value={sent}
          max={1}
        />
        <button type="button" className="btn btn-sm" onClick={onCancel}>
          Cancelar
          <span className="sr-only"> ({label})</span>
        </button>
      </div>
    </div>
  )
}

type FailedProps = Actions & { state: State<'failed'>; label: string }

/** Repeats the toast's message, because the toast disappears. */
function Failed({ state: { file, message, remedy }, label, onRetry, onCancel, onCrop }: FailedProps) {
  return (
    <div className="upload-status upload-failed">
      <p className="truncate text-sm font-semibold">{file.name}</p>
      <p className="text-sm">{message.text}</p>
      <div className="flex flex-wrap gap-2">
        {remedy === 'retry' && (
          <button type="button" className="btn btn-sm btn-primary" onClick={onRetry}>
            <RotateCcw className="size-4" aria-hidden="true" />
            Reintentar
            <span className="sr-only"> ({label})</span>
          </button>
        )}
        {remedy === 'crop' && (
          <button type="button" className="btn btn-sm btn-primary" onClick={() => onCrop(file, message)}>
            <Crop className="size-4" aria-hidden="true" />
            Recortar y ajustar
            <span className="sr-only"> ({label})</span>
          </button>
        )}
        <button type="button" className="btn btn-sm btn-ghost" onClick={onCancel}>
          Descartar
          <span className="sr-only"> ({label})</span>
        </button>
      </div>
    </div>
  )
}
