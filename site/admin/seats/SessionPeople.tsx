import { Download } from 'lucide-react'
import { useMemo } from 'react'
import type { SessionPerson } from '../../../data/seats/schema.ts'
import { formatCount } from '../../text/format-count.ts'
import { Dialog } from '../dialogs/Dialog.tsx'
import { useFormatDate } from '../shell/time-zone.ts'
import { ButtonLink } from '../ui/Button.tsx'
import { Loading } from '../ui/Loading.tsx'
import { createPeopleOf } from './seats.ts'

type Props = { event: { id: string; title: string; capacity: number | null }; onClose: () => void }

export function SessionPeople({ event: { id, title, capacity }, onClose }: Props) {
  const list = useMemo(() => createPeopleOf(id), [id])
  return (
    <Dialog title={`Personas de ${title}`} onClose={onClose}>
      <Loading of={list}>
        {({ people, counts: { seated, waiting, arrived } }) => (
          <>
            <dl className="grid grid-cols-3 gap-4">
              <Count label="Con lugar" text={capacity === null ? formatCount(seated) : `${seated} de ${capacity}`} />
              <Count label="En espera" text={formatCount(waiting)} />
              <Count label="Llegaron" text={formatCount(arrived)} />
            </dl>
            {people.length === 0 && <p>Todavía nadie eligió esta sesión.</p>}
            <People title="Con lugar" people={people.filter(({ status }) => status === 'seated')} />
            <People title="En espera, por orden" people={people.filter(({ status }) => status === 'waiting')} />
            {people.length > 0 && (
              <p>
                <ButtonLink
                  label="Exportar CSV"
                  Icon={Download}
                  href={`/api/agenda/events/${id}/people.csv`}
                  download
                  className="btn btn-outline btn-sm"
                />
              </p>
            )}
          </>
        )}
      </Loading>
    </Dialog>
  )
}

function Count({ label, text }: { label: string; text: string }) {
  return (
    <div>
      <dt className="text-base-content/75 text-sm">{label}</dt>
      <dd className="text-xl font-bold tabular-nums">{text}</dd>
    </div>
  )
}

function People({ title, people }: { title: string; people: SessionPerson[] }) {
  const formatDate = useFormatDate()
  if (people.length === 0) return null
  return (
    <section aria-label={title} className="flex flex-col gap-1">
      <h3 className="font-bold">{title}</h3>
      <ol className="divide-base-300 flex flex-col divide-y">
        {people.map(({ id, name, since, arrivedAt }) => (
          <li key={id} className="flex flex-wrap items-baseline justify-between gap-x-4 py-2">
            <span dir="auto" className="min-w-0 wrap-anywhere">
              {name}
            </span>
            <span className="text-base-content/75 text-sm">
              {arrivedAt
                ? `Llegó a las ${formatDate(arrivedAt, 'HH:mm')}`
                : `Desde el ${formatDate(since, "dd/MM/yyyy 'a las' HH:mm")}`}
            </span>
          </li>
        ))}
      </ol>
    </section>
  )
}
