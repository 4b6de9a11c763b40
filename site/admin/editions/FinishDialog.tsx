import { useStore } from '@nanostores/react'
import { use } from 'react'
import { dayOf } from '../../../data/zone.ts'
import { formatCount } from '../../text/format-count.ts'
import { failureToast } from '../calls/messages.ts'
import { sections } from '../content/sections.ts'
import { Dialog } from '../dialogs/Dialog.tsx'
import { FormDialog } from '../forms/FormDialog.tsx'
import { SelectField } from '../forms/SelectField.tsx'
import { SwitchField } from '../forms/SwitchField.tsx'
import { TextField } from '../forms/TextField.tsx'
import { TimeZoneContext } from '../shell/time-zone.ts'
import { Loading } from '../ui/Loading.tsx'
import { type FinishFields, finishEdition, finishSchema, waitingMails } from './editions.ts'

const people = [
  { value: 'apart', label: 'Guardarlos aparte, en un archivo' },
  { value: 'erase', label: 'Borrarlos' },
]

export function FinishDialog({ onClose }: { onClose: () => void }) {
  const timeZone = use(TimeZoneContext)
  const hero = useStore(sections.hero.$loaded)
  const { data: waiting = 0 } = useStore(waitingMails.$loaded)
  if (!hero.data) {
    return (
      <Dialog title="Terminar esta edición" onClose={onClose}>
        <Loading of={sections.hero}>{() => null}</Loading>
      </Dialog>
    )
  }
  const { title, eventDate } = hero.data.value
  const day = dayOf(timeZone, eventDate)
  const year = day.slice(0, 4)
  const next = String(Number(year) + 1)
  const values: FinishFields = {
    name: title.includes(year) ? title.replaceAll(year, next) : title,
    eventDate: next + day.slice(4),
    speakers: false,
    partners: true,
    texts: true,
    registrations: 'apart',
  }
  return (
    <FormDialog
      title="Terminar esta edición"
      schema={finishSchema}
      values={values}
      save={finishEdition}
      submit={{ label: `Terminar ${year} y empezar ${next}`, busy: 'Guardando la página...' }}
      failure={failureToast(
        'No se terminó',
        'El servidor no respondió. Mira en la lista si ya está antes de intentarlo de nuevo.',
      )}
      onClose={onClose}
    >
      {(field) => (
        <>
          <p>
            La página de «{title}» se queda como está en <strong>/{year}/</strong>, con sus charlas y speakers. La nueva empieza
            con el programa vacío. Puedes deshacerlo durante 24 horas, mientras no guardes ningún cambio.
          </p>
          {waiting > 0 && (
            <p className="alert alert-warning alert-soft">
              {waiting === 1
                ? 'Aún espera 1 correo, que ya no saldrá.'
                : `Aún esperan ${formatCount(waiting)} correos, que ya no saldrán.`}{' '}
              Revísalos antes en Registros · Correos.
            </p>
          )}
          <TextField {...field('name', 'Nombre de la nueva edición')} required />
          <TextField {...field('eventDate', 'Primer día')} type="date" required />
          <SwitchField
            {...field('texts', 'Conservar los textos')}
            hint="Secciones, información, escenarios, lugar, subtítulo y botón."
          />
          <SwitchField {...field('partners', 'Conservar patrocinadores y aliados')} hint="Con sus logos y enlaces." />
          <SwitchField {...field('speakers', 'Conservar speakers')} hint="Sin sus charlas." />
          <SelectField
            {...field('registrations', 'Quienes se registraron')}
            options={people}
            hint="En ambos casos salen de la lista y pueden registrarse de nuevo. Se borran cuando ya no se puede deshacer."
          />
        </>
      )}
    </FormDialog>
  )
}
