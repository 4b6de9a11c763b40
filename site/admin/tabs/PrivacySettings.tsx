import { useStore } from '@nanostores/react'
import { notUpdated } from '../calls/messages.ts'
import { SectionForm } from '../content/SectionForm.tsx'
import { FieldGroup } from '../forms/FieldGroup.tsx'
import { LimitField } from '../forms/LimitField.tsx'
import { TextField } from '../forms/TextField.tsx'
import { useFormatDate } from '../shell/time-zone.ts'
import { $deletion, loadDeletion } from '../status/deletion.ts'

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
      success={{ title: 'Privacidad actualizada', text: 'Los dos formularios y la página del aviso ya lo dicen.' }}
      failure={notUpdated('Hubo un problema al actualizar la privacidad.')}
    >
      {(input) => (
        <>
          <FieldGroup
            title="Aviso"
            hint="Se lee en los dos formularios, antes del botón, y en la página /privacidad. Vacío: no hay aviso ni enlace."
          >
            <TextField
              {...input('notice')}
              rows={6}
              hint="Quién guarda los datos, para qué, por cuánto tiempo y a quién se le pide verlos o borrarlos."
            />
          </FieldGroup>
          <FieldGroup title="Borrado automático">
            <LimitField
              {...input('retentionDays')}
              hint="Vacío: se guardan hasta que alguien los borre. Al cumplirse se borran de la lista, la papelera y los correos, y ningún respaldo los trae de vuelta; las constancias quedan. Descarga antes lo que necesites."
            />
            <PlannedDeletion />
          </FieldGroup>
        </>
      )}
    </SectionForm>
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
