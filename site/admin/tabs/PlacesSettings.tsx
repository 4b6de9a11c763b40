import { useAuth } from '../auth/AuthProvider.tsx'
import { serverMessage } from '../calls/messages.ts'
import { SectionForm } from '../content/SectionForm.tsx'
import { FieldGroup } from '../forms/FieldGroup.tsx'
import { InstantField } from '../forms/InstantField.tsx'
import { LimitField } from '../forms/LimitField.tsx'
import { SwitchField } from '../forms/SwitchField.tsx'
import type { TabProps } from '../shell/tab-props.ts'

/** How many may come, and from when and until when one can register. */
export function PlacesSettings({ timeZone }: TabProps) {
  const { user } = useAuth()
  const isAdmin = user?.role === 'admin'
  return (
    <SectionForm
      section="places"
      title="Cupo"
      isReadOnly={!isAdmin}
      description={
        <p>
          {isAdmin
            ? 'La página y los formularios dicen por sí solos lo que vale en cada momento: cuándo abre, los últimos lugares, la lista de espera, lleno o cerrado.'
            : 'Solo un administrador puede cambiar el cupo.'}
        </p>
      }
      success={{ title: 'Cupo actualizado', text: 'La página ya dice lo que vale ahora.' }}
      failure={(error) => ({
        title: 'Error al actualizar',
        text: serverMessage(error, 'Hubo un problema al actualizar el cupo.'),
      })}
    >
      {(control) => (
        <>
          <FieldGroup title="Lugares" hint="Nunca hay más personas con lugar que lugares, aunque se registren todas a la vez.">
            <LimitField
              control={control}
              name="capacity"
              label="Número de lugares"
              hint="Vacío: sin límite. Con más lugares entran quienes esperan; con menos, nadie pierde el suyo."
            />
            <SwitchField
              control={control}
              name="waitlist"
              label="Lista de espera"
              hint="Cuando ya no hay lugares, quien se registra espera. Si se libera uno, es para quien espera desde hace más tiempo."
            />
          </FieldGroup>
          <FieldGroup title="Registro" hint="En la hora del evento. El sitio abre y cierra por sí solo.">
            <div className="grid gap-5 md:grid-cols-2">
              <InstantField control={control} name="opensAt" label="Abre" timeZone={timeZone} hint="Vacío: ya está abierto." />
              <InstantField control={control} name="closesAt" label="Cierra" timeZone={timeZone} hint="Vacío: no cierra." />
            </div>
          </FieldGroup>
        </>
      )}
    </SectionForm>
  )
}
