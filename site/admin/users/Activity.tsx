import { RotateCw, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import type { ActivityEntry } from '../../../data/accounts/activity.ts'
import { api, ok } from '../calls/client.ts'
import { createPagedList } from '../calls/paging.ts'
import { $historyOf } from '../content/history-of.ts'
import { isCollection, kinds, viewOf } from '../content/kinds.ts'
import { openItem } from '../content/open-item.ts'
import { openTab } from '../shell/tab.ts'
import { useFormatDate } from '../shell/time-zone.ts'
import { Button } from '../ui/Button.tsx'
import { Loading } from '../ui/Loading.tsx'
import { Pagination } from '../ui/Pagination.tsx'
import { sentence } from './activity-sentences.ts'

const activity = createPagedList<ActivityEntry>((query) => ok(api.audit.$get({ query })))

export function Activity() {
  const formatDate = useFormatDate()
  const dayOf = ({ at }: ActivityEntry) => formatDate(at, "EEEE d 'de' MMMM 'de' yyyy")
  return (
    <section className="flex flex-col gap-5" aria-label="Actividad">
      <header className="flex flex-wrap items-center justify-between gap-3">
        <div>
          <h2 className="text-xl font-bold">Actividad</h2>
          <p className="text-base-content/75 text-sm">Lo que se hizo en el panel durante los últimos 180 días.</p>
        </div>
        <Button label="Actualizar" Icon={RotateCw} onClick={activity.load} />
      </header>
      <Loading of={activity}>
        {({ items, total, page }) => (
          <>
            {items.length === 0 && <p className="panel-empty">Todavía no hay actividad</p>}
            {[...Map.groupBy(items, dayOf)].map(([day, entries]) => (
              <section key={day} aria-label={day}>
                <h3 className="mb-2 text-sm font-bold first-letter:uppercase">{day}</h3>
                <ol className="rounded-box border-base-300 bg-base-100 divide-base-300 divide-y border">
                  {entries.map((entry) => (
                    <Entry key={entry.id} entry={entry} />
                  ))}
                </ol>
              </section>
            ))}
            <Pagination page={page} matching={total} onOpen={activity.openPage} />
          </>
        )}
      </Loading>
    </section>
  )
}

function Entry({ entry }: { entry: ActivityEntry }) {
  const formatDate = useFormatDate()
  const { who, what, thing } = sentence(entry)
  return (
    <li className="flex items-baseline gap-4 px-4 py-2.5">
      <time dateTime={entry.at} className="text-base-content/75 shrink-0 text-sm tabular-nums">
        {formatDate(entry.at, 'HH:mm')}
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

function Thing({ entry: { subject, subjectId, isThere }, children }: { entry: ActivityEntry; children: ReactNode }) {
  if (!subject) return children
  async function open() {
    if (!subject) return
    if (!isCollection(subject) || !subjectId) await openTab(kinds[subject].tab, viewOf(subject))
    else if (isThere) await openItem(subject, subjectId)
    else $historyOf.set({ section: subject })
  }
  return (
    <button type="button" className="link text-start" onClick={open}>
      {children}
    </button>
  )
}
