import { unsavedCount } from '../agenda/unsaved-count.ts'

type Props = {
  unsavedMoves: number
  message: string
  /** The moves were just discarded. Announced to screen readers. */
  isTakenBack: boolean
  chosen: number
  isBusy: boolean
  onShift: (minutes: number) => void
  onSave: () => void
  onDiscard: () => void
}

const shifts = [-30, -5, 5, 30]

/** Floats over the timetable, so that nothing in it shifts. */
export function TimetableBar({ unsavedMoves, message, isTakenBack, chosen, isBusy, onShift, onSave, onDiscard }: Props) {
  const howMany = chosen === 1 ? '1 elegida' : `${chosen} elegidas`
  return (
    <div className="timetable-bar" data-shown={unsavedMoves + chosen > 0 || undefined}>
      <p role="status" className="min-w-0 flex-1 basis-60 text-sm wrap-anywhere">
        {message || (chosen > 0 && `${howMany}: las flechas las mueven juntas.`)}
        {(unsavedMoves > 1 || (unsavedMoves === 1 && !message)) && ` ${unsavedCount(unsavedMoves)}`}
        {isTakenBack && <span className="sr-only">Todo está otra vez como estaba.</span>}
      </p>
      {chosen > 0 &&
        shifts.map((minutes) => (
          <button key={minutes} type="button" className="btn btn-sm" disabled={isBusy} onClick={() => onShift(minutes)}>
            {Math.abs(minutes)} min {minutes < 0 ? 'antes' : 'después'}
          </button>
        ))}
      {unsavedMoves > 0 && (
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
