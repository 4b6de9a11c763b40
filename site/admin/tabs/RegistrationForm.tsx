import { useStore } from '@nanostores/react'
import { type Control, useWatch } from 'react-hook-form'
import { defaultTexts, sectionDefaults } from '../../../data/content/defaults.ts'
import type { Content } from '../../../data/content/schema.ts'
import { isUnkeptPromise } from '../../../data/review/mail-promise.ts'
import { notUpdated } from '../calls/messages.ts'
import { SectionForm } from '../content/SectionForm.tsx'
import { sections } from '../content/sections.ts'
import { FieldGroup } from '../forms/FieldGroup.tsx'
import type { FieldProps } from '../forms/field-props.ts'
import { TextField } from '../forms/TextField.tsx'
import { mailServer } from '../mail/mails.ts'

type Texts = Content['registrationForm']

const fields = ['name', 'email', 'company', 'position', 'phone'] as const

export function RegistrationForm() {
  return (
    <SectionForm
      section="registrationForm"
      title="Formulario de registro"
      description={<p>Si dejas un texto vacío, se usa el que ves en gris.</p>}
      success={{ title: 'Formulario actualizado' }}
      failure={notUpdated('Hubo un problema al actualizar la configuración.')}
    >
      {(input) => (
        <>
          <FieldGroup title="Título y subtítulo del modal" hint="El modal es la ventana que abre el botón «Regístrate».">
            <div className="grid gap-5 md:grid-cols-2">
              <Text {...input('modalTitle')} />
              <Text {...input('modalSubtitle')} />
            </div>
          </FieldGroup>
          <FieldGroup
            title="Etiquetas y placeholders de los campos"
            hint="La etiqueta es el nombre del campo; el placeholder, el ejemplo en gris que se ve dentro mientras está vacío. Máximo 100 caracteres cada uno."
          >
            <div className="grid gap-5 md:grid-cols-2">
              {fields.flatMap((field) => [
                <Text key={`${field}Label`} {...input(`${field}Label`)} />,
                <Text key={`${field}Placeholder`} {...input(`${field}Placeholder`)} />,
              ])}
            </div>
          </FieldGroup>
          <FieldGroup title="Texto de marketing y botones">
            <Text {...input('marketingText')} rows={2} />
            <div className="grid gap-5 md:grid-cols-2">
              <Text {...input('submitButtonText')} />
              <Text {...input('submitButtonProcessing')} />
            </div>
          </FieldGroup>
          <FieldGroup title="Mensaje de éxito">
            <Text {...input('successTitle')} />
            <Text {...input('successMessage')} rows={2} />
          </FieldGroup>
        </>
      )}
    </SectionForm>
  )
}

function Text(props: FieldProps<Texts> & { rows?: number }) {
  const { data } = useStore(sections.event.$loaded)
  const { name } = data?.value ?? sectionDefaults.event
  const defaultText = defaultTexts(name)[props.name]
  const isUnkept = useUnkeptPromise(props.control, props.name, name)
  const hint = isUnkept && (
    <strong>Habla de un correo, y este sitio no envía ninguno: cambia el texto o pide que se configure.</strong>
  )
  return <TextField {...props} placeholder={defaultText} hint={hint} />
}

function useUnkeptPromise(control: Control<Texts>, field: keyof Texts, name: string): boolean {
  const { data } = useStore(mailServer.$loaded)
  const text = useWatch({ control, name: field })
  return data?.server === null && isUnkeptPromise(field, text, name)
}
