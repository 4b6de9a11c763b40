import { httpStatus } from '../calls/messages.ts'
import { SectionForm } from '../content/SectionForm.tsx'
import { FieldGroup } from '../forms/FieldGroup.tsx'
import { TextField } from '../forms/TextField.tsx'

const numbers = [1, 2, 3, 4, 5, 6] as const

export function Benefits() {
  return (
    <SectionForm
      section="benefits"
      title='Contenido "¿Qué podrás encontrar en el evento?"'
      description={
        <p>
          Para un salto de línea usa Enter o escribe <code>\n</code>: el texto se muestra en dos líneas.
        </p>
      }
      success={{ title: 'Éxito', text: 'Contenido "¿Qué podrás encontrar en el evento?" actualizado correctamente.' }}
      failure={(error) => ({ title: 'Error', text: `Error al actualizar el contenido: ${httpStatus(error)}` })}
    >
      {(input) => (
        <>
          <FieldGroup title="Encabezado">
            <TextField {...input('title')} required />
          </FieldGroup>
          <div className="grid gap-5 md:grid-cols-2 xl:grid-cols-3">
            {numbers.map((n) => (
              <FieldGroup key={n} title={`Beneficio ${n}`}>
                <TextField {...input(`benefit${n}Title`)} rows={2} required />
                <TextField {...input(`benefit${n}Description`)} rows={3} required />
              </FieldGroup>
            ))}
          </div>
        </>
      )}
    </SectionForm>
  )
}
