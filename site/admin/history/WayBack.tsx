import { useStore } from '@nanostores/react'
import { ArrowLeft } from 'lucide-react'
import { useId, useMemo, useState } from 'react'
import type { Difference } from '../../../data/queries/history.ts'
import { ApiError } from '../calls/client.ts'
import { PreviewLater } from '../preview/PreviewPlace.tsx'
import { createLoaded } from '../stores/loaded.ts'
import { DialogActions } from '../ui/DialogActions.tsx'
import { tabOf } from '../ui/Present.tsx'
import { Differences, draftFrom } from './Differences.tsx'
import type { Goal } from './goals.ts'
import { restore, wayTo } from './restore.ts'

type Props = { goals: Goal[]; timeZone: string; onBack: () => void; onDone: () => void }

/** What can be gone back to; of what is chosen, what would change and how the page would look. Confirmed once. */
export function WayBack({ goals, timeZone, onBack, onDone }: Props) {
  const [goal, setGoal] = useState(goals[0])
  const way = useMemo(() => createLoaded(async () => (goal ? wayTo(goal) : [])), [goal])
  const { data, error } = useStore(way.$loaded)
  const [isBusy, setIsBusy] = useState(false)
  const [refused, setRefused] = useState<unknown>()
  const instead = useMemo(() => {
    const first = data?.[0]?.section
    return data && { draft: draftFrom(data), tab: first && (tabOf[first] ?? 'ajustes') }
  }, [data])
  const reason = refused ?? error

  async function confirm(goal: Goal, differences: Difference[]) {
    setIsBusy(true)
    setRefused(undefined)
    try {
      await restore(goal, differences)
      onDone()
    } catch (error) {
      setRefused(error)
      setIsBusy(false)
    }
  }

  function choose(other: Goal) {
    setRefused(undefined)
    setGoal(other)
  }

  return (
    <>
      <div className="way-back">
        <div className="flex min-w-0 flex-col gap-5">
          <button type="button" className="btn btn-ghost btn-sm -ms-3 self-start" onClick={onBack}>
            <ArrowLeft className="size-4" aria-hidden="true" />
            Volver a la lista
          </button>
          <Choice goals={goals} chosen={goal} onChoose={choose} />
          {reason !== undefined && (
            <p role="alert" className="alert alert-error">
              {whyNot(reason)}
            </p>
          )}
          {!data && reason === undefined && <p role="status">Viendo qué cambiaría...</p>}
          {data && <Differences differences={data} timeZone={timeZone} />}
        </div>
        <div className="way-back-page">{instead && <PreviewLater instead={instead} />}</div>
      </div>
      {goal && data && data.length > 0 && (
        <DialogActions
          label={isBusy ? 'Restaurando...' : goal.action}
          onClick={() => confirm(goal, data)}
          isBusy={isBusy}
          onCancel={onBack}
        />
      )}
    </>
  )
}

type ChoiceProps = { goals: Goal[]; chosen: Goal | undefined; onChoose: (goal: Goal) => void }

function Choice({ goals, chosen, onChoose }: ChoiceProps) {
  const id = useId()
  if (goals.length === 1) return <p className="font-bold">{chosen?.label}</p>
  return (
    <fieldset className="flex flex-col">
      <legend className="mb-1 text-sm font-bold">¿Qué quieres recuperar?</legend>
      {goals.map((goal) => (
        <label key={goal.label} className="dispute-side py-1.5">
          <input
            type="radio"
            name={id}
            className="radio radio-sm radio-primary mt-0.5"
            checked={goal === chosen}
            onChange={() => onChoose(goal)}
          />
          <span className="min-w-0 text-sm leading-snug wrap-anywhere">{goal.label}</span>
        </label>
      ))}
    </fieldset>
  )
}

/** The server's own words; of a field that it names, those. */
function whyNot(error: unknown): string {
  const { fields, error: words } = (error instanceof ApiError && error.body) || {}
  return Object.values(fields ?? {})[0] ?? words ?? 'El servidor no respondió. Inténtalo de nuevo.'
}
