import { notUpdated } from '../calls/messages.ts'
import { SectionForm } from '../content/SectionForm.tsx'
import { InstantField } from '../forms/InstantField.tsx'
import { TextField } from '../forms/TextField.tsx'

export function NoticeSettings() {
  return (
    <SectionForm
      section="notice"
      title="Aviso"
      description={
        <p>Una línea arriba de todas las páginas, para lo que cambia a última hora: una sala, un horario, la entrada.</p>
      }
      success={{ title: 'Aviso actualizado', text: 'La página ya lo muestra.' }}
      failure={notUpdated('Hubo un problema al actualizar el aviso.')}
    >
      {(input) => (
        <>
          <TextField {...input('text')} hint="Si lo dejas vacío, no hay aviso." />
          <div className="grid gap-5 md:grid-cols-2">
            <TextField {...input('url')} type="url" hint="Si hay enlace, el aviso lleva a esa página." />
            <InstantField {...input('until')} hint="Si lo dejas vacío, se queda hasta que lo borres." />
          </div>
        </>
      )}
    </SectionForm>
  )
}
