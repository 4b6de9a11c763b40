import { notUpdated } from '../calls/messages.ts'
import { SectionForm } from '../content/SectionForm.tsx'
import { FieldGroup } from '../forms/FieldGroup.tsx'
import { InstantField } from '../forms/InstantField.tsx'
import { LimitField } from '../forms/LimitField.tsx'
import { SwitchField } from '../forms/SwitchField.tsx'
import { AlertCount } from '../places/AlertCount.tsx'
import { AskFields } from '../places/AskFields.tsx'
import { PastAttendance } from '../places/PastAttendance.tsx'
import { PlaceLinks } from '../places/PlaceLinks.tsx'
import { TransferFields } from '../places/TransferFields.tsx'

export function PlacesSettings() {
  return (
    <div className="flex flex-col gap-5">
      <SectionForm
        section="places"
        title="Cupo"
        description={
          <p>
            La página y los formularios muestran por sí solos cómo va el registro: cuándo abre, los últimos lugares, la lista de
            espera, lleno o cerrado.
          </p>
        }
        forReaders="Solo un administrador puede cambiar el cupo."
        success={{ title: 'Cupo actualizado', text: 'La página ya muestra el cupo nuevo.' }}
        failure={notUpdated('Hubo un problema al actualizar el cupo.')}
      >
        {(input, control) => (
          <>
            <FieldGroup title="Lugares" hint="Nunca se dan más lugares de los que hay.">
              <LimitField
                {...input('capacity')}
                hint="Si lo dejas vacío, no hay límite. Si lo subes, entran quienes esperan; si lo bajas, nadie pierde su lugar."
              />
              <PastAttendance control={control} />
              <SwitchField
                {...input('waitlist')}
                hint="Cuando ya no hay lugares, quien se registra espera. Si se libera uno, es para quien espera desde hace más tiempo."
              />
            </FieldGroup>
            <FieldGroup title="Registro" hint="En la hora del evento. El sitio abre y cierra por sí solo.">
              <div className="grid gap-5 md:grid-cols-2">
                <InstantField {...input('opensAt')} hint="Si lo dejas vacío, ya está abierto." />
                <InstantField
                  {...input('closesAt')}
                  hint="Si lo dejas vacío, cierra cuando termina la conferencia; nunca después."
                />
              </div>
              <AlertCount control={control} />
            </FieldGroup>
            <AskFields input={input} control={control} />
            <TransferFields input={input} control={control} />
          </>
        )}
      </SectionForm>
      <PlaceLinks />
    </div>
  )
}
