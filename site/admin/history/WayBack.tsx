import { useStore } from '@nanostores/react'
import { ArrowLeft } from 'lucide-react'
import { useEffect, useId, useMemo, useRef, useState } from 'react'
import { ApiError } from '../calls/client.ts'
import { createLoaded } from '../calls/loaded.ts'
import { kinds } from '../content/kinds.ts'
import { DialogActions } from '../dialogs/DialogActions.tsx'
import { LazyPreview } from '../preview/LazyPreview.tsx'
import { Differences, previewOf } from './Differences.tsx'
import { previewRestore, type RestorePreview, restore } from './restore.ts'
import type { RestoreOption } from './restore-options.ts'

type Props = { options: RestoreOption[]; timeZone: string; onBack: () => void; onDone: () => void }

export function WayBack({ options, timeZone, onBack, onDone }: Props) {
  const [option, setOption] = useState(options[0])
  const preview = useMemo(() => createLoaded(async () => (option ? previewRestore(option) : null)), [option])
  const { data, error } = useStore(preview.$loaded)
  const [isBusy, setIsBusy] = useState(false)
  const [refusal, setRefusal] = useState<unknown>()
  const instead = useMemo(() => {
    const first = data?.differences[0]?.section
    return data && { content: previewOf(data.differences), tab: first && kinds[first].tab }
  }, [data])
  const problem = refusal ?? error
  const backButton = useRef<HTMLButtonElement>(null)

  // The list is hidden together with the focused element, so the focus moves to this button.
  useEffect(() => backButton.current?.focus(), [])

  async function confirm(option: RestoreOption, shownPreview: RestorePreview) {
    setIsBusy(true)
    setRefusal(undefined)
    try {
      await restore(option, shownPreview)
      onDone()
    } catch (error) {
      setRefusal(error)
      if (error instanceof ApiError && error.status === 409) void preview.load()
      setIsBusy(false)
    }
  }

  function choose(other: RestoreOption) {
    setRefusal(undefined)
    setOption(other)
  }

  return (
    <>
      <div className="way-back">
        <div className="flex min-w-0 flex-col gap-5">
          <button ref={backButton} type="button" className="btn btn-ghost btn-sm -ms-3 self-start" onClick={onBack}>
            <ArrowLeft className="size-4" aria-hidden="true" />
            Volver a la lista
          </button>
          <Choice options={options} chosen={option} onChoose={choose} />
          {problem !== undefined && (
            <p role="alert" className="alert alert-error">
              {problemInWords(problem)}
            </p>
          )}
          {!data && problem === undefined && <p role="status">Viendo qué cambiaría...</p>}
          {data && <Differences differences={data.differences} timeZone={timeZone} />}
        </div>
        <div className="way-back-page">{instead && <LazyPreview instead={instead} />}</div>
      </div>
      {option && data && data.differences.length > 0 && (
        <DialogActions
          label={isBusy ? 'Restaurando...' : option.action}
          onClick={() => confirm(option, data)}
          isBusy={isBusy}
          onCancel={onBack}
        />
      )}
    </>
  )
}

type ChoiceProps = { options: RestoreOption[]; chosen: RestoreOption | undefined; onChoose: (option: RestoreOption) => void }

function Choice({ options, chosen, onChoose }: ChoiceProps) {
  const id = useId()
  if (options.length === 1) return <p className="font-bold">{chosen?.label}</p>
  return (
    <fieldset className="flex flex-col">
      <legend className="mb-1 text-sm font-bold">¿Qué quieres recuperar?</legend>
      {options.map((option) => (
        <label key={option.label} className="dispute-side py-1.5">
          <input
            type="radio"
            name={id}
            className="radio radio-sm radio-primary"
            checked={option === chosen}
            onChange={() => onChoose(option)}
          />
          <span className="min-w-0 text-sm leading-snug wrap-anywhere">{option.label}</span>
        </label>
      ))}
    </fieldset>
  )
}

function problemInWords(error: unknown): string {
  const { fields, error: message } = (error instanceof ApiError && error.body) || {}
  return Object.values(fields ?? {})[0] ?? message ?? 'El servidor no respondió. Inténtalo de nuevo.'
}
