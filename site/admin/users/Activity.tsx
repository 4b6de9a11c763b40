import { useStore } from '@nanostores/react'
import { RotateCw, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import type { ActivityEntry } from '../../../data/accounts/activity.ts'
import { formatIn } from '../../text/dates.ts'
import { $historyOf } from '../content/history-of.ts'
import { isCollection, kinds, viewOf } from '../content/kinds.ts'
import { openItem } from '../content/open-item.ts'
import { openTab } from '../shell/tab.ts'
import type { TabProps } from '../shell/tab-props.ts'
import { Loading } from '../ui/Loading.tsx'
import { Pagination } from '../ui/Pagination.tsx'
import { $activity, loadActivity, openActivityPage } from './activity.ts'
import { sentence } from './activity-sentences.ts'

export function Activity({ timeZone }: TabProps) {
  const loaded = useStore($activity)
  return (
    <section className="flex flex-col gap-5" aria-label="Actividad">
      <header className="flex flex-wrap items-center justify-between gap-3">
        <div>
          <h2 className="text-xl font-bold">Actividad</h2>
          <p className="text-base-content/75 text-sm">Lo que se hizo en el panel durante los últimos 180 días.</p>
        </div>
        <button type="button" className="btn btn-sm" onClick={loadActivity}>
          <RotateCw className="size-4" aria-hidden="true" />
          Actualizar
        </button>
      </header>
      <Loading loaded={loaded} onRetry={loadActivity}>
        {({ entries, total, page }) => (
          <>
            {entries.length === 0 && <p className="panel-empty">Todavía no hay actividad</p>}
            {byDay(entries, timeZone).map(([day, ofDay]) => (
              <section key={day} aria-label={day}>
                <h3 className="mb-2 text-sm font-bold first-letter:uppercase">{day}</h3>
                <ol className="rounded-box border-base-300 bg-base-100 divide-base-300 divide-y border">
                  {ofDay.map((entry) => (
                    <Entry key={entry.id} entry={entry} timeZone={timeZone} />
                  ))}
                </ol>
              </section>
            ))}
            <Pagination page={page} matching={total} onOpen={openActivityPage} />
          </>
        )}
      </Loading>
    </section>
  )
}

function Entry({ entry, timeZone }: { entry: ActivityEntry; timeZone: string }) {
  const { who, what, thing } = sentence(entry)
  return (
    <li className="flex items-baseline gap-4 px-4 py-2.5">
      <time dateTime={entry.at} className="text-base-content/75 shrink-0 text-sm tabular-nums">
        {formatIn(timeZone, entry.at, 'HH:mm')}
      </time>
      <p className="min-w-0 grow wrap-anywhere">
        <strong className="font-semibold">{who}</strong> {what}
        {thing && (
          <>
            {' '}
            <Thing entry={entry}>{thing}</Thing>
          </>
        )}
      </p>
      {entry.action === 'sign-in-failed' && (
        <TriangleAlert className="text-warning size-4 shrink-0 self-center" aria-hidden="true" />
      )}
      {entry.source && (
        <span
          className="text-base-content/75 shrink-0 text-sm max-sm:hidden"
          // biome-ignore lint/a11y/noNoninteractiveTabindex: its tooltip opens by keyboard too
          tabIndex={0}
          data-tip="Los intentos que vienen de un mismo lugar llevan el mismo código"
        >
          código {entry.source.slice(0, 6)}
        </span>
      )}
      {entry.revision !== null && (
        <span className="text-base-content/75 shrink-0 text-sm tabular-nums max-sm:hidden">revisión {entry.revision}</span>
      )}
    </li>
  )
}

/** Links to the item, or to the history if the item was deleted. */
function Thing({ entry: { subject, subjectId, isThere }, children }: { entry: ActivityEntry; children: ReactNode }) {
  if (!subject) return children
  function open() {
    if (!subject) return
    if (!isCollection(subject) || !subjectId) openTab(kinds[subject].tab, viewOf(subject))
    else if (isThere) openItem(subject, subjectId)
    else $historyOf.set({ section: subject })
  }
  return (
    <button type="button" className="link text-start" onClick={open}>
      {children}
    </button>
  )
}

/** Groups entries by their day in `timeZone`, and keeps their order. */
const byDay = (entries: ActivityEntry[], timeZone: string) => [
  ...Map.groupBy(entries, ({ at }) => formatIn(timeZone, at, "EEEE d 'de' MMMM 'de' yyyy")),
]
