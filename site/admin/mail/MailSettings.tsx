import { useState } from 'react'
import { type Control, useWatch } from 'react-hook-form'
import type { MailKind } from '../../../data/content/mail-texts.ts'
import type { Content } from '../../../data/content/schema.ts'
import { useAuth } from '../auth/AuthProvider.tsx'
import { serverMessage } from '../calls/messages.ts'
import { mailNames } from '../content/mail-names.ts'
import { SectionForm } from '../content/SectionForm.tsx'
import { FieldGroup } from '../forms/FieldGroup.tsx'
import { NumberField } from '../forms/NumberField.tsx'
import { TextField } from '../forms/TextField.tsx'
import type { TabProps } from '../shell/tab-props.ts'
import { ChangeAnnouncement } from './ChangeAnnouncement.tsx'
import { MailPreview } from './MailPreview.tsx'
import { MailServerLine } from './MailServerLine.tsx'
import { sendTest } from './mails.ts'

const mails: { kind: MailKind; title: string; when: string }[] = [
  { kind: 'confirmation', title: mailNames.confirmation, when: 'Al registrarse, con la entrada y el evento para el calendario.' },
  {
    kind: 'already',
    title: mailNames.already,
    when: 'Cuando alguien llena el formulario otra vez, una vez por hora a lo más.',
  },
  { kind: 'waitlisted', title: mailNames.waitlisted, when: 'Cuando ya no hay lugares.' },
  { kind: 'promoted', title: mailNames.promoted, when: 'A quien estaba en la lista de espera.' },
  { kind: 'cancelled', title: mailNames.cancelled, when: 'A quien cancela en su página.' },
  { kind: 'reminder', title: mailNames.reminder, when: 'A quienes tienen lugar, los días antes del evento que digas aquí.' },
  {
    kind: 'changed',
    title: mailNames.changed,
    when: 'A todas las personas registradas, cuando lo decides tras cambiar la fecha, el horario o el lugar. Antes de enviarlo puedes ajustar el texto.',
  },
]

/** Words of every mail that the site sends by itself, as they arrive, and how the mail server does. */
export function MailSettings({ timeZone }: TabProps) {
  const { user } = useAuth()
  const isAdmin = user?.role === 'admin'
  return (
    <div className="flex flex-col gap-5">
      <MailServerLine />
      {isAdmin && <ChangeAnnouncement timeZone={timeZone} />}
      <SectionForm
        section="mailTexts"
        title="Correo"
        isReadOnly={!isAdmin}
        description={
          <p>
            {isAdmin ? '' : 'Solo un administrador puede cambiar estos textos. '}
            En los textos, {'{nombre}'} es la persona, {'{evento}'} la conferencia, {'{fecha}'} y {'{lugar}'} los de Hero y{' '}
            {'{enlace}'} la página de su registro; el botón del correo ya lleva a ella.
          </p>
        }
        success={{ title: 'Correos actualizados', text: 'Los que salgan desde ahora llevan estos textos.' }}
        failure={(error) => ({
          title: 'Error al actualizar',
          text: serverMessage(error, 'Hubo un problema al actualizar los textos de los correos.'),
        })}
      >
        {(control) => mails.map((mail) => <MailFields key={mail.kind} {...mail} control={control} isAdmin={isAdmin} />)}
      </SectionForm>
    </div>
  )
}

type Props = (typeof mails)[number] & { control: Control<Content['mailTexts']>; isAdmin: boolean }

function MailFields({ kind, title, when, control, isAdmin }: Props) {
  const [isShown, setIsShown] = useState(false)
  const { user } = useAuth()
  const [subject = '', body = ''] = useWatch({ control, name: [`${kind}Subject`, `${kind}Body`] })
  return (
    <FieldGroup title={title} hint={when}>
      {kind === 'reminder' && (
        <NumberField control={control} name="reminderDays" label="Días antes del evento" hint="0 para no enviar recordatorio." />
      )}
      <TextField control={control} name={`${kind}Subject`} label={`${title}: asunto`} required />
      <TextField control={control} name={`${kind}Body`} label={`${title}: texto`} rows={7} required />
      <div className="flex flex-wrap gap-2">
        <button type="button" className="btn btn-sm" aria-expanded={isShown} onClick={() => setIsShown(!isShown)}>
          {isShown ? 'Ocultar vista previa' : 'Vista previa'}
        </button>
        {isAdmin && user && (
          <button type="button" className="btn btn-sm btn-ghost" onClick={() => sendTest(kind, user.email)}>
            Enviarme una prueba de lo guardado
          </button>
        )}
      </div>
      {isShown && <MailPreview kind={kind} title={title} subject={subject} body={body} />}
    </FieldGroup>
  )
}
