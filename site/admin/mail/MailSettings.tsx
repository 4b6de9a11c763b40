import { useState } from 'react'
import { type Control, useWatch } from 'react-hook-form'
import { type MailKind, mailKinds } from '../../../data/content/mail-texts.ts'
import type { Content } from '../../../data/content/schema.ts'
import { useIsAdmin, useUser } from '../auth/use-user.ts'
import { notUpdated } from '../calls/messages.ts'
import type { Inputs } from '../content/inputs.ts'
import { mailNames } from '../content/mail-names.ts'
import { SectionForm } from '../content/SectionForm.tsx'
import { FieldGroup } from '../forms/FieldGroup.tsx'
import { NumberField } from '../forms/NumberField.tsx'
import { TextField } from '../forms/TextField.tsx'
import { useIsWide } from '../preview/LazyPreview.tsx'
import { Button } from '../ui/Button.tsx'
import { ChangeAnnouncement } from './ChangeAnnouncement.tsx'
import { MailPreview } from './MailPreview.tsx'
import { MailServerLine } from './MailServerLine.tsx'
import { sendTest } from './mails.ts'

const times: Record<MailKind, string> = {
  confirmation: 'Al registrarse, con la entrada y el evento para el calendario.',
  already: 'Cuando alguien llena el formulario otra vez, como máximo una vez por hora.',
  recovered: 'A quien lo pide en /recuperar con su correo, como máximo una vez por hora.',
  waitlisted: 'Cuando ya no hay lugares.',
  promoted: 'A quien estaba en la lista de espera.',
  cancelled: 'A quien cancela en su página.',
  cancelledByStaff: 'A quien alguien del equipo le cancela el registro.',
  reminder: 'A quienes tienen lugar, tantos días antes del evento como indiques aquí.',
  ask: 'A quienes tienen lugar y no han confirmado, los días que indiques en Ajustes · Cupo. El párrafo de {limite} no sale si ahí no se liberan lugares.',
  unconfirmed: 'A quien no contestó y cuyo lugar pasó a alguien que esperaba.',
  transfer:
    'A quien alguien le quiere pasar su lugar, si lo permites en Ajustes · Cupo. {quien} es quien lo da, y {limite} hasta cuándo se puede aceptar.',
  passed: 'A quien pasó su lugar, cuando la otra persona lo acepta. {quien} es esa persona.',
  alertConfirm:
    'A quien pide en la página que le avisen cuando abra el registro. Solo recibe el aviso si lo confirma con el botón. {nombre} queda vacío.',
  alertOpen: 'A quien confirmó que quiere el aviso, cuando abre el registro. Después su correo se borra. {nombre} queda vacío.',
  changed:
    'A todas las personas registradas, cuando lo decides tras cambiar la fecha, el horario o el lugar. Antes de enviarlo puedes ajustar el texto.',
  certificate:
    'A quienes participaron, cuando lo decides en Ajustes · Constancias. El agradecimiento, la constancia y las grabaciones van en este único correo; el párrafo de {grabaciones} no sale mientras no haya dirección en Evento.',
  'session-place': 'A quien elige una sesión con cupo y tiene lugar.',
  'session-waiting': 'A quien elige una sesión con cupo cuando ya no hay lugares.',
  'session-promoted': 'A quien esperaba un lugar en una sesión.',
  'session-lost': 'A quien estaba en una sesión que se eliminó, o de la que alguien del equipo le quitó.',
}

const placeholders = (
  <>
    En los textos, {'{nombre}'} es la persona, {'{evento}'} la conferencia, {'{fecha}'} y {'{lugar}'} los de Hero y {'{enlace}'}{' '}
    la página de su registro; el botón del correo ya lleva a ella. En los correos de sesiones con cupo, {'{sesiones}'} son las
    sesiones; en «¿Vienes?», {'{limite}'} es hasta cuándo se puede contestar.
  </>
)

export function MailSettings() {
  const isAdmin = useIsAdmin()
  return (
    <div className="flex flex-col gap-5">
      {isAdmin && <ChangeAnnouncement />}
      <SectionForm
        section="mailTexts"
        title="Correo"
        description={<p>{placeholders}</p>}
        forReaders={<>Solo un administrador puede cambiar estos textos. {placeholders}</>}
        status={<MailServerLine />}
        success={{ title: 'Correos actualizados', text: 'Los que salgan desde ahora llevan estos textos.' }}
        failure={notUpdated('Hubo un problema al actualizar los textos de los correos.')}
      >
        {(input, control) => mailKinds.map((kind) => <MailFields key={kind} kind={kind} input={input} control={control} />)}
      </SectionForm>
    </div>
  )
}

type Texts = Content['mailTexts']
type Props = { kind: MailKind; input: Inputs<Texts>; control: Control<Texts> }

function MailFields({ kind, input, control }: Props) {
  const title = mailNames[kind]
  const isWide = useIsWide()
  const [isShown, setIsShown] = useState(isWide && kind === 'confirmation')
  const user = useUser()
  const isAdmin = useIsAdmin()
  const [subject = '', body = ''] = useWatch({ control, name: [`${kind}Subject`, `${kind}Body`] })
  return (
    <FieldGroup title={title} hint={times[kind]}>
      <div className="grid gap-5 xl:has-[iframe]:grid-cols-2">
        <div className="flex flex-col gap-5">
          {kind === 'reminder' && <NumberField {...input('reminderDays')} hint="0 para no enviar recordatorio." />}
          <TextField {...input(`${kind}Subject`)} required />
          <TextField {...input(`${kind}Body`)} rows={7} required />
          <div className="flex flex-wrap gap-2">
            <Button
              label={isShown ? 'Ocultar vista previa' : 'Vista previa'}
              aria-expanded={isShown}
              onClick={() => setIsShown(!isShown)}
            />
            {isAdmin && user && (
              <Button
                label="Enviarme una prueba de lo guardado"
                className="btn btn-sm btn-ghost"
                onClick={() => sendTest(kind, user.email)}
              />
            )}
          </div>
        </div>
        {isShown && <MailPreview kind={kind} title={title} subject={subject} body={body} />}
      </div>
    </FieldGroup>
  )
}
