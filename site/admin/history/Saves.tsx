import { useStore } from '@nanostores/react'
import { Undo2 } from 'lucide-react'
import { useMemo } from 'react'
import { formatIn } from '../../text/dates.ts'
import { $now } from '../calls/clock.ts'
import { kinds } from '../content/kinds.ts'
import { ago } from '../status/age.ts'
import { Changes } from './Changes.tsx'
import type { Save } from './history.ts'
import { NamesOf } from './item-names.tsx'

type Props = {
  saves: Save[]
  isOfAll: boolean
  timeZone: string
  onOpen: (save: Save, time: string) => void
}

const dayPattern = "d 'de' MMMM"

export function Saves({ saves, isOfAll, timeZone, onOpen }: Props) {
  const now = useStore($now)
  const changes = useMemo(() => saves.flatMap((save) => save.changes), [saves])
  const days = Map.groupBy(saves, ({ at }) => formatIn(timeZone, at, "EEEE d 'de' MMMM 'de' yyyy"))
  return (
    <NamesOf changes={changes}>
      {[...days].map(([day, ofDay]) => (
        <section key={day} aria-label={day}>
          <h3 className="mb-2 text-sm font-bold first-letter:uppercase">{day}</h3>
          <ol className="rounded-box border-base-300 divide-base-300 divide-y border">
            {ofDay.map((save) => {
              const time = formatIn(timeZone, save.at, 'HH:mm')
              const isToday =
                formatIn(timeZone, new Date(now).toISOString(), dayPattern) === formatIn(timeZone, save.at, dayPattern)
              return (
                <li key={save.revision} className="save">
                  <header className="save-head">
                    <time dateTime={save.at} className="font-semibold tabular-nums">
                      {time}
                    </time>
                    <span className="min-w-0 wrap-anywhere">
                      {isOfAll && <strong className="font-semibold">{kinds[save.section].label} · </strong>}
                      {save.by?.name ?? 'Usuario eliminado'}
                      <span className="text-base-content/75"> · {ago(now - save.since)}</span>
                    </span>
                    <button
                      type="button"
                      className="btn btn-sm ms-auto max-sm:btn-square max-sm:min-h-10 max-sm:min-w-10"
                      aria-label={`Volver atrás: ${[kinds[save.section].label, time, save.changes[0]?.name].filter(Boolean).join(', ')}`}
                      onClick={() => onOpen(save, isToday ? time : `${time} del ${formatIn(timeZone, save.at, dayPattern)}`)}
                    >
                      <Undo2 className="size-4" aria-hidden="true" />
                      <span className="max-sm:hidden">Volver atrás</span>
                    </button>
                  </header>
                  <Changes section={save.section} changes={save.changes} timeZone={timeZone} areMade />
                  {save.isCut && (
                    <p className="text-base-content/75 text-sm">
                      Cambió demasiado para contarlo aquí. «Volver atrás» muestra qué cambiaría.
                    </p>
                  )}
                  {save.previous === null && (
                    <p className="text-base-content/75 text-sm">Es lo más antiguo que se conserva: no hay con qué compararlo.</p>
                  )}
                </li>
              )
            })}
          </ol>
        </section>
      ))}
    </NamesOf>
  )
}
