import { useStore } from '@nanostores/react'
import { type Control, useWatch } from 'react-hook-form'
import { defaultTexts, sectionDefaults } from '../../../data/content/defaults.ts'
import { promisesMail } from '../../../data/content/mail-promise.ts'
import type { Content } from '../../../data/content/schema.ts'
import { serverMessage } from '../calls/messages.ts'
import { SectionForm } from '../content/SectionForm.tsx'
import { sectionStores } from '../content/sections.ts'
import { FieldGroup } from '../forms/FieldGroup.tsx'
import { TextField } from '../forms/TextField.tsx'
import { mailServer } from '../mail/mails.ts'

type Texts = Content['registrationForm']

const fields = [
  { key: 'name', label: 'Nombre' },
  { key: 'email', label: 'Email' },
  { key: 'company', label: 'Empresa' },
  { key: 'position', label: 'Cargo' },
  { key: 'phone', label: 'Teléfono' },
] as const

/** Every text of the public registration form. */
export function RegistrationForm() {
  return (
    <SectionForm
      section="registrationForm"
      title="Formulario de registro"
      description={<p>Un texto vacío vuelve en la página a su valor por defecto, que aquí se ve en gris.</p>}
      success={{ title: 'Formulario actualizado' }}
      failure={(error) => ({
        title: 'Error al actualizar',
        text: serverMessage(error, 'Hubo un problema al actualizar la configuración.'),
      })}
    >
      {(control) => (
        <>
          <FieldGroup title="Título y subtítulo del modal" hint="El modal es la ventana que abre el botón «Regístrate».">
            <div className="grid gap-5 md:grid-cols-2">
              <Text control={control} name="modalTitle" label="Título del modal" />
              <Text control={control} name="modalSubtitle" label="Subtítulo del modal" />
            </div>
          </FieldGroup>
          <FieldGroup
            title="Etiquetas y placeholders de los campos"
            hint="La etiqueta es el nombre del campo; el placeholder, el ejemplo en gris que se ve dentro mientras está vacío. Máximo 100 caracteres cada uno."
          >
            <div className="grid gap-5 md:grid-cols-2">
              {fields.flatMap(({ key, label }) => [
                <Text key={`${key}Label`} control={control} name={`${key}Label`} label={`${label}: etiqueta`} />,
                <Text key={`${key}Placeholder`} control={control} name={`${key}Placeholder`} label={`${label}: placeholder`} />,
              ])}
            </div>
          </FieldGroup>
          <FieldGroup title="Texto de marketing y botones">
            <Text control={control} name="marketingText" label="Texto de la casilla de marketing" rows={2} />
            <div className="grid gap-5 md:grid-cols-2">
              <Text control={control} name="submitButtonText" label="Texto del botón" />
              <Text control={control} name="submitButtonProcessing" label="Texto del botón mientras procesa" />
            </div>
          </FieldGroup>
          <FieldGroup title="Mensaje de éxito">
            <Text control={control} name="successTitle" label="Título de éxito" />
            <Text control={control} name="successMessage" label="Mensaje de éxito" rows={2} />
          </FieldGroup>
        </>
      )}
    </SectionForm>
  )
}

type TextProps = { control: Control<Texts>; name: keyof Texts; label: string; rows?: number }

/** One text, with what the page shows in its place while it is empty. */
function Text(props: TextProps) {
  const { data } = useStore(sectionStores.event.$loaded)
  const { name } = data?.value ?? sectionDefaults.event
  const usual = defaultTexts(name)[props.name]
  const isUnkept = useUnkeptPromise(props.control, props.name, usual)
  const hint = isUnkept && (
    <strong>Habla de un correo, y este sitio no envía ninguno: cambia el texto o pide que se configure.</strong>
  )
  return <TextField {...props} placeholder={usual} hint={hint} />
}

const told: readonly (keyof Texts)[] = ['modalSubtitle', 'successTitle', 'successMessage']

/** Whether an own text promises mail where none is sent. The usual one does so only where it is. */
function useUnkeptPromise(control: Control<Texts>, name: keyof Texts, usual: string): boolean {
  const { data } = useStore(mailServer.$loaded)
  const text = useWatch({ control, name })
  return data?.server === null && told.includes(name) && text !== usual && promisesMail(text)
}
