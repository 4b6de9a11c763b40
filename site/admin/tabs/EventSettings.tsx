import { limits } from '../../../data/limits.ts'
import { notUpdated } from '../calls/messages.ts'
import { optionsOf } from '../content/kinds.ts'
import { SectionForm } from '../content/SectionForm.tsx'
import { FieldGroup } from '../forms/FieldGroup.tsx'
import { LinksField } from '../forms/LinksField.tsx'
import { SelectField } from '../forms/SelectField.tsx'
import { TextField } from '../forms/TextField.tsx'
import { offerAnnouncement } from '../mail/announcement.ts'

export function EventSettings() {
  return (
    <SectionForm
      section="event"
      title="Evento"
      description={
        <p>
          El nombre se escribe aquí una sola vez: la página, el calendario, la tarjeta para compartir y el formulario lo siguen.
        </p>
      }
      forReaders="Solo un administrador puede cambiar estos datos."
      success={{ title: 'Evento actualizado', text: 'El nombre y los datos del evento ya están en todo el sitio.' }}
      offer={offerAnnouncement}
      failure={notUpdated('Hubo un problema al actualizar los datos del evento.')}
    >
      {(input, control) => (
        <>
          <FieldGroup title="Nombre y descripción">
            <TextField {...input('name')} required />
            <TextField
              {...input('description')}
              rows={3}
              hint="La muestran los buscadores, los enlaces compartidos y el pie de la página."
            />
          </FieldGroup>
          <FieldGroup title="Horario" hint="La fecha y el lugar se cambian en Hero.">
            <div className="grid gap-5 md:grid-cols-2">
              <TextField {...input('startTime')} type="time" required />
              <TextField {...input('endTime')} type="time" hint="Si la dejas vacía, termina con el último evento de la agenda." />
            </div>
          </FieldGroup>
          <FieldGroup title="Lugar" hint="El nombre del lugar se cambia en Hero. Lo que quede vacío no se muestra.">
            <div className="grid gap-5 md:grid-cols-2">
              <TextField {...input('address')} hint="Calle y número." />
              <TextField {...input('mapUrl')} type="url" placeholder="https://…" hint="El enlace del lugar en un mapa." />
              <TextField {...input('city')} />
              <SelectField
                {...input('country')}
                options={[{ value: '', label: 'Sin indicar' }, ...optionsOf('event', 'country')]}
              />
            </div>
            <TextField {...input('directions')} rows={4} hint="Transporte, parqueo, entrada. Una línea vacía separa párrafos." />
          </FieldGroup>
          <FieldGroup
            title="En línea"
            hint="La página los muestra cuando toca: la transmisión durante el evento, las grabaciones después."
          >
            <div className="grid gap-5 md:grid-cols-2">
              <SelectField {...input('attendance')} options={optionsOf('event', 'attendance')} />
              <TextField {...input('streamUrl')} type="url" placeholder="https://…" />
              <TextField {...input('recordingsUrl')} type="url" placeholder="https://…" />
            </div>
          </FieldGroup>
          <FieldGroup title="Enlaces al pie de la página" hint="Redes, comunidad, ediciones anteriores.">
            <LinksField control={control} maxLinksCount={limits.eventLinks} />
          </FieldGroup>
          <FieldGroup title="Quién organiza">
            <div className="grid gap-5 md:grid-cols-2">
              <TextField {...input('organiser')} hint="Puede quedar vacío." />
              <TextField {...input('contactEmail')} type="email" hint="Se ve al pie de la página. Puede quedar vacío." />
            </div>
          </FieldGroup>
        </>
      )}
    </SectionForm>
  )
}
