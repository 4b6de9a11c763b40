import { type Control, useWatch } from 'react-hook-form'
import type { AnnouncementState } from '../../../api/mail/announcement-routes.ts'
import type { Words } from '../../../data/mail/announcements.ts'
import type { FactChange } from '../../../data/mail/event-facts.ts'
import { announcementSchema } from '../../../data/mail/schema.ts'
import { formatIn } from '../../dates.ts'
import { formatCount } from '../../format-count.ts'
import { serverMessage } from '../calls/messages.ts'
import { FormDialog } from '../forms/FormDialog.tsx'
import { TextField } from '../forms/TextField.tsx'
import { announce, everybody } from './announcement.ts'
import { MailPreview } from './MailPreview.tsx'

type Props = { state: AnnouncementState; timeZone: string; onClose: () => void }

const labels: Record<FactChange['field'], string> = { eventDate: 'Fecha', endTime: 'Hora de fin', location: 'Lugar' }

/** The last look at a mail to everybody: what changed, how many get it, and the mail as it arrives. */
export function AnnounceDialog({ state, timeZone, onClose }: Props) {
  const { changes, people, subject, body } = state
  const shown = (field: FactChange['field'], value: string) =>
    field === 'eventDate' ? formatIn(timeZone, value, "EEEE d 'de' MMMM 'de' yyyy, HH:mm") : value || 'sin definir'
  return (
    <FormDialog
      title="Avisar a todos"
      schema={announcementSchema}
      values={{ subject, body }}
      save={announce}
      submit={{
        label: people === 1 ? 'Enviar a 1 persona' : `Enviar a ${formatCount(people)} personas`,
        busy: 'Enviando...',
      }}
      failure={(error) => ({
        kind: 'error',
        title: 'El aviso no salió',
        text: serverMessage(error, 'El servidor no respondió. Inténtalo de nuevo: nadie lo recibe dos veces.'),
      })}
      onClose={onClose}
    >
      {(control) => (
        <>
          <dl className="flex flex-col gap-2">
            {changes.map(({ field, before, after }) => (
              <div key={field}>
                <dt className="text-base-content/75 text-sm">{labels[field]}</dt>
                <dd className="wrap-anywhere">
                  <del className="text-base-content/75 block">{shown(field, before)}</del>
                  <ins className="font-bold no-underline">{shown(field, after)}</ins>
                </dd>
              </div>
            ))}
          </dl>
          <p>
            Va a {everybody(people)}: quienes tienen lugar y quienes esperan uno. Lleva el evento otra vez, para que su calendario
            se corrija.
          </p>
          <MailFields control={control} />
        </>
      )}
    </FormDialog>
  )
}

function MailFields({ control }: { control: Control<Words> }) {
  const [subject, body] = useWatch({ control, name: ['subject', 'body'] })
  return (
    <>
      <TextField control={control} name="subject" label="Asunto" required />
      <TextField
        control={control}
        name="body"
        label="Texto"
        rows={7}
        required
        hint="Puedes usar {nombre}, {evento}, {fecha}, {lugar} y {enlace}."
      />
      <MailPreview kind="changed" title="Aviso de cambio" subject={subject} body={body} />
    </>
  )
}
