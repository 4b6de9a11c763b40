import { unsavedCount } from '../agenda/unsaved-count.ts'

type Props = {
  /** How many moves are not saved yet, and where what was moved last is now. */
  count: number
  said: string
  /** Whether what was moved has just gone back: seen in the timetable, and said to who does not see it. */
  isTakenBack: boolean
  chosen: number
  isBusy: boolean
  onShift: (minutes: number) => void
  onSave: () => void
  onDiscard: () => void
}

const shifts = [-30, -5, 5, 30]

/**
 * What is about to be saved, and what can be done with the events that are chosen. Over the timetable, so that nothing in it is
 * shifted.
 */
export function TimetableBar({ count, said, isTakenBack, chosen, isBusy, onShift, onSave, onDiscard }: Props) {
  const howMany = chosen === 1 ? '1 elegida' : `${chosen} elegidas`
  return (
    <div className="timetable-bar" data-shown={count + chosen > 0 || undefined}>
      <p role="status" className="min-w-0 flex-1 basis-60 text-sm wrap-anywhere">
        {said || (chosen > 0 && `${howMany}: las flechas las mueven juntas.`)}
        {(count > 1 || (count === 1 && !said)) && ` ${unsavedCount(count)}`}
        {isTakenBack && <span className="sr-only">Todo está otra vez como estaba.</span>}
      </p>
      {chosen > 0 &&
        shifts.map((minutes) => (
          <button key={minutes} type="button" className="btn btn-sm" disabled={isBusy} onClick={() => onShift(minutes)}>
            {Math.abs(minutes)} min {minutes < 0 ? 'antes' : 'después'}
          </button>
        ))}
      {count > 0 && (
        <>
          <button type="button" className="btn btn-sm" disabled={isBusy} onClick={onDiscard}>
            Descartar
          </button>
          <button type="button" className="btn btn-primary btn-sm" disabled={isBusy} onClick={onSave}>
            Guardar
          </button>
        </>
      )}
    </div>
  )
}
