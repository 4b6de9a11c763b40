import type { AnnouncementState } from '../../../api/mail/announcement-routes.ts'
import type { FactChange } from '../../../data/mail/event-facts.ts'
import { announcementSchema } from '../../../data/mail/schema.ts'
import { FormDialog } from '../forms/FormDialog.tsx'
import { useFormatDate } from '../shell/time-zone.ts'
import { announce, everybody } from './announcement.ts'
import { notSent, sendLabel } from './to-many.ts'
import { WordsFields } from './WordsFields.tsx'

type Props = { state: AnnouncementState; onClose: () => void }

const labels: Record<FactChange['field'], string> = { eventDate: 'Fecha', endTime: 'Hora de fin', location: 'Lugar' }

export function AnnounceDialog({ state, onClose }: Props) {
  const formatDate = useFormatDate()
  const { changes, people, subject, body } = state
  const valueInWords = (field: FactChange['field'], value: string) =>
    field === 'eventDate' ? formatDate(value, "EEEE d 'de' MMMM 'de' yyyy, HH:mm") : value || 'sin definir'
  return (
    <FormDialog
      title="Avisar a todos"
      schema={announcementSchema}
      values={{ subject, body }}
      save={announce}
      submit={{ label: sendLabel(people), busy: 'Enviando...' }}
      failure={notSent('aviso')}
      onClose={onClose}
    >
      {(_, control) => (
        <>
          <dl className="flex flex-col gap-2">
            {changes.map(({ field, before, after }) => (
              <div key={field}>
                <dt className="text-base-content/75 text-sm">{labels[field]}</dt>
                <dd className="wrap-anywhere">
                  <del className="text-base-content/75 block">{valueInWords(field, before)}</del>
                  <ins className="font-bold no-underline">{valueInWords(field, after)}</ins>
                </dd>
              </div>
            ))}
          </dl>
          <p>
            Va a {everybody(people)}: quienes tienen lugar y quienes esperan uno. Lleva el evento otra vez, para que su calendario
            se corrija.
          </p>
          <WordsFields control={control} kind="changed" title="Aviso de cambio" />
        </>
      )}
    </FormDialog>
  )
}
