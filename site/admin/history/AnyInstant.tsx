import { type SubmitEvent, useId, useState } from 'react'
import { instantOfDay } from '../../../data/zone.ts'
import { formatIn } from '../../text/dates.ts'

type Props = { timeZone: string; onChoose: (at: string, inWords: string) => void }

export function AnyInstant({ timeZone, onChoose }: Props) {
  const [instant, setInstant] = useState('')
  const id = useId()

  function choose(event: SubmitEvent) {
    event.preventDefault()
    const [day = '', time = ''] = instant.split('T')
    // Takes the end of the chosen minute, so that saves within this minute are included.
    const at = new Date(Date.parse(instantOfDay(timeZone, day, time)) + 59_999).toISOString()
    const isOver = Date.parse(at) < Date.now()
    onChoose(isOver ? at : instantOfDay(timeZone, day, time), formatIn(timeZone, at, "HH:mm 'del' d 'de' MMMM"))
  }

  return (
    <form onSubmit={choose} className="flex flex-wrap items-end gap-3">
      <div className="flex flex-col gap-1">
        <label htmlFor={id} className="text-sm font-semibold">
          Volver a un momento
        </label>
        <input
          id={id}
          type="datetime-local"
          className="input"
          required
          value={instant}
          onChange={({ target }) => setInstant(target.value)}
        />
      </div>
      <button type="submit" className="btn">
        Ver cómo estaba
      </button>
    </form>
  )
}
