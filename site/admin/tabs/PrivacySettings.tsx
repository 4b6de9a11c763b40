import { useStore } from '@nanostores/react'
import { type Control, useController } from 'react-hook-form'
import type { Content } from '../../../data/content/schema.ts'
import { notUpdated } from '../calls/messages.ts'
import { SectionForm } from '../content/SectionForm.tsx'
import { sections } from '../content/sections.ts'
import { FieldGroup } from '../forms/FieldGroup.tsx'
import { LimitField } from '../forms/LimitField.tsx'
import { TextField } from '../forms/TextField.tsx'
import { useFormatDate } from '../shell/time-zone.ts'
import { $deletion, loadDeletion } from '../status/deletion.ts'
import { Button } from '../ui/Button.tsx'

export function PrivacySettings() {
  return (
    <SectionForm
      section="privacy"
      title="Privacidad"
      description={<p>Qué pasa con los datos de quienes se registran.</p>}
      forReaders="Solo un administrador puede cambiar esto."
      offer={async () => {
        await loadDeletion()
        return {}
      }}
      success={{ title: 'Privacidad actualizada', text: 'El aviso ya aparece en los formularios y en su página.' }}
      failure={notUpdated('Hubo un problema al actualizar la privacidad.')}
    >
      {(input, control) => (
        <>
          <FieldGroup
            title="Aviso"
            hint="Se lee en los dos formularios, antes del botón, y en la página /privacidad. Si lo dejas vacío, no hay aviso ni enlace."
          >
            <TextField
              {...input('notice')}
              rows={6}
              hint="Quién guarda los datos, para qué, por cuánto tiempo y a quién se le pide verlos o borrarlos."
            />
            <ModelNotice control={control} />
          </FieldGroup>
          <FieldGroup title="Borrado automático">
            <LimitField
              {...input('retentionDays')}
              hint="Si lo dejas vacío, se guardan hasta que alguien los borre. Al terminar el plazo se borran de la lista, la papelera y los correos, y ningún respaldo los trae de vuelta; las constancias quedan. Descarga antes lo que necesites."
            />
            <PlannedDeletion />
          </FieldGroup>
        </>
      )}
    </SectionForm>
  )
}

function ModelNotice({ control }: { control: Control<Content['privacy']> }) {
  const { field } = useController({ control, name: 'notice' })
  const { data } = useStore(sections.event.$loaded)
  if (field.value !== '' || !data) return null
  const { organiser, contactEmail } = data.value
  const notice = [
    // Without the conference's name, because the next edition keeps the notice.
    `${organiser || 'El equipo organizador'} guarda los datos que escribes en el formulario para apartar tu lugar, enviarte tu entrada y avisarte si algo cambia.`,
    'Solo los ve el equipo organizador. No se venden ni se entregan a patrocinadores.',
    'Desde el enlace de tu registro puedes verlos, corregirlos o borrarlos cuando quieras.',
    `Si tienes dudas, escríbenos${contactEmail ? ` a ${contactEmail}` : ''}.`,
  ].join('\n\n')
  return (
    <div className="flex flex-wrap items-center gap-3">
      <Button label="Empezar con un modelo" onClick={() => field.onChange(notice)} />
      <p className="text-base-content/75 text-sm">Adáptalo a lo que de verdad haces con los datos.</p>
    </div>
  )
}

function PlannedDeletion() {
  const formatDate = useFormatDate()
  const { data } = useStore($deletion)
  if (!data) return null
  const day = formatDate(data.at, "d 'de' MMMM 'de' yyyy 'a las' HH:mm")
  return (
    <p className="text-sm">
      Con lo guardado se borran el <strong>{day}</strong>; el panel lo anuncia una semana antes, y nunca es menos de una semana
      después de cambiar el plazo o la fecha del evento.
    </p>
  )
}
