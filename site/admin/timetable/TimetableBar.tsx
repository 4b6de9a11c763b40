import { daysToChoose } from '../agenda/days.ts'
import { shifted } from '../agenda/slots.ts'
import { minutesInWords } from '../agenda/times.ts'
import { DraftButtons, unsavedCount } from '../agenda/UnsavedMoves.tsx'
import type { DraftMoves } from '../agenda/use-draft-moves.ts'
import type { Selection } from './use-selection.ts'
import type { TimetableMoves } from './use-timetable-moves.ts'

const shiftsMinutes = [-30, -5, 5, 30]

type Props = { draft: DraftMoves; moves: TimetableMoves; selection: Selection; eventDay: string }

export function TimetableBar({ draft, moves, selection: { ids }, eventDay }: Props) {
  const { message, isDiscarded, change, save, discard } = moves
  const movesCount = draft.moves.size
  const chosenInWords = ids.length === 1 ? '1 elegida' : `${ids.length} elegidas`
  return (
    <div className="timetable-bar" data-shown={movesCount + ids.length > 0 || undefined}>
      <p role="status" className="min-w-0 flex-1 basis-60 text-sm wrap-anywhere">
        {message || (ids.length > 0 && `${chosenInWords}: las flechas las mueven juntas.`)}
        {(movesCount > 1 || (movesCount === 1 && !message)) && ` ${unsavedCount(movesCount)}`}
        {isDiscarded && <span className="sr-only">Todo está otra vez como estaba.</span>}
      </p>
      {ids.length > 0 &&
        shiftsMinutes.map((minutes) => (
          <button
            key={minutes}
            type="button"
            className="btn btn-sm"
            disabled={draft.isBusy}
            onClick={() => change([...ids], (event) => shifted(event, minutes))}
          >
            {minutesInWords(minutes)}
          </button>
        ))}
      {ids.length > 0 && (
        <select
          className="select select-sm w-auto"
          aria-label="A otro día"
          value="none"
          disabled={draft.isBusy}
          onChange={({ target }) => change([...ids], () => ({ day: target.value }))}
        >
          <option value="none" disabled>
            A otro día
          </option>
          {daysToChoose(draft.events, eventDay).map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
      )}
      {movesCount > 0 && <DraftButtons isBusy={draft.isBusy} discard={discard} save={save} />}
    </div>
  )
}
