import { useAuth } from '../auth/AuthProvider.tsx'
import { serverMessage } from '../calls/messages.ts'
import { SectionForm } from '../content/SectionForm.tsx'
import { FieldGroup } from '../forms/FieldGroup.tsx'
import { TextField } from '../forms/TextField.tsx'
import { offerAnnouncement } from '../mail/announcement.ts'

/** The conference's name, said here once, and what else the page, the calendar and the mails say of it. */
export function EventSettings() {
  const { user } = useAuth()
  const isAdmin = user?.role === 'admin'
  return (
    <SectionForm
      section="event"
      title="Evento"
      isReadOnly={!isAdmin}
      description={
        <p>
          {isAdmin
            ? 'El nombre se escribe aquí una sola vez: la página, el calendario, la tarjeta para compartir y el formulario lo siguen.'
            : 'Solo un administrador puede cambiar estos datos.'}
        </p>
      }
      success={{ title: 'Evento actualizado', text: 'El nombre y los datos del evento ya están en todo el sitio.' }}
      offer={offerAnnouncement}
      failure={(error) => ({
        title: 'Error al actualizar',
        text: serverMessage(error, 'Hubo un problema al actualizar los datos del evento.'),
      })}
    >
      {(control) => (
        <>
          <FieldGroup title="Nombre y descripción">
            <TextField control={control} name="name" label="Nombre de la conferencia" required />
            <TextField
              control={control}
              name="description"
              label="Descripción"
              rows={3}
              hint="La muestran los buscadores, los enlaces compartidos y el pie de la página."
            />
          </FieldGroup>
          <FieldGroup title="Horario" hint="La fecha y el lugar se cambian en Hero.">
            <div className="grid gap-5 md:grid-cols-2">
              <TextField control={control} name="startTime" label="Hora de inicio" type="time" required />
              <TextField
                control={control}
                name="endTime"
                label="Hora de fin"
                type="time"
                hint="Vacía: termina con el último evento de la agenda."
              />
            </div>
          </FieldGroup>
          <FieldGroup title="Quién organiza">
            <div className="grid gap-5 md:grid-cols-2">
              <TextField control={control} name="organiser" label="Organizador" hint="Puede quedar vacío." />
              <TextField
                control={control}
                name="contactEmail"
                label="Email de contacto"
                type="email"
                hint="Se ve al pie de la página. Puede quedar vacío."
              />
            </div>
          </FieldGroup>
        </>
      )}
    </SectionForm>
  )
}
