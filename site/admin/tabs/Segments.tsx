import { SectionForm } from '../content/SectionForm.tsx'
import { FieldGroup } from '../forms/FieldGroup.tsx'
import { TextField } from '../forms/TextField.tsx'

const numbers = [1, 2, 3, 4] as const

export function Segments() {
  return (
    <SectionForm
      section="segments"
      title="Segmentos ON"
      success={{ title: 'Éxito', text: 'Los segmentos han sido actualizados correctamente.' }}
      failure={() => ({ title: 'Error', text: 'No se pudieron actualizar los segmentos. Inténtalo de nuevo.' })}
    >
      {(input) => (
        <FieldGroup title="Títulos">
          <TextField {...input('title')} label="Título de la sección" hint="La página le agrega la palabra ON." required />
          <div className="grid gap-5 md:grid-cols-2">
            {numbers.map((n) => (
              <TextField key={n} {...input(`segment${n}Title`)} required />
            ))}
          </div>
        </FieldGroup>
      )}
    </SectionForm>
  )
}
