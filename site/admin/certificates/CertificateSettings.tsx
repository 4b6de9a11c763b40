import { Plus, X } from 'lucide-react'
import { type Control, useFieldArray } from 'react-hook-form'
import type { Content } from '../../../data/content/schema.ts'
import { limits } from '../../../data/limits.ts'
import { useIsAdmin } from '../auth/use-user.ts'
import { notUpdated } from '../calls/messages.ts'
import { optionsOf } from '../content/kinds.ts'
import { SectionForm } from '../content/SectionForm.tsx'
import { DisputeChoice } from '../forms/DisputeChoice.tsx'
import { FieldGroup } from '../forms/FieldGroup.tsx'
import { LimitField } from '../forms/LimitField.tsx'
import { SelectField } from '../forms/SelectField.tsx'
import { TextField } from '../forms/TextField.tsx'
import { Button } from '../ui/Button.tsx'
import { ImageField } from '../uploads/ImageField.tsx'
import { HandedCertificates, SendingCertificates, WithoutMail } from './Certificates.tsx'

export function CertificateSettings() {
  const isAdmin = useIsAdmin()
  return (
    <div className="flex flex-col gap-5">
      {isAdmin && <SendingCertificates />}
      <SectionForm
        section="certificates"
        title="Constancias"
        description={
          <p>
            Cuando el evento termina, cada persona que participó descarga su constancia en la página de su registro. Lleva el
            nombre, la fecha y el lugar del evento, su color y su tejido, y un código que prueba que es auténtica.
          </p>
        }
        forReaders="Solo un administrador puede cambiar las constancias."
        status={isAdmin && <WithoutMail />}
        success={{ title: 'Constancias actualizadas', text: 'Las que se descarguen desde ahora llevan los cambios.' }}
        failure={notUpdated('Hubo un problema al actualizar las constancias.')}
      >
        {(input, control) => (
          <>
            <FieldGroup title="Lo que llevan escrito">
              <LimitField {...input('hours')} hint="Cuántas horas duró. Si lo dejas vacío, no aparece." />
              <TextField {...input('text')} hint="Una línea más, como quién la avala. Opcional." />
            </FieldGroup>
            <FieldGroup title="Quién la tiene">
              <SelectField
                {...input('counts')}
                options={optionsOf('certificates', 'counts')}
                hint="Si en la puerta no se leyó ninguna entrada, la tiene quien confirmó."
              />
            </FieldGroup>
            <FieldGroup title="Firmas">
              <Signatures control={control} />
            </FieldGroup>
          </>
        )}
      </SectionForm>
      {isAdmin && <HandedCertificates />}
    </div>
  )
}

function Signatures({ control }: { control: Control<Content['certificates']> }) {
  const { fields, append, remove } = useFieldArray({ control, name: 'signatures' })
  return (
    <div className="flex flex-col gap-6">
      {fields.map(({ id }, row) => (
        <div key={id} className="flex flex-col gap-3">
          <TextField control={control} name={`signatures.${row}.name`} label={`Firma ${row + 1}: nombre`} />
          <TextField control={control} name={`signatures.${row}.title`} label={`Firma ${row + 1}: cargo`} />
          <ImageField
            control={control}
            name={`signatures.${row}.image`}
            label={`Firma ${row + 1}: imagen`}
            kind="signature"
            takesAddress={false}
            note="La firma sobre fondo transparente o blanco. Opcional."
          />
          <Button
            label={` Quitar la firma ${row + 1}`}
            Icon={X}
            className="btn btn-ghost btn-sm self-start"
            onClick={() => remove(row)}
          />
        </div>
      ))}
      {fields.length < limits.signatures && (
        <Button
          label="Agregar una firma"
          Icon={Plus}
          className="btn btn-ghost btn-sm self-start"
          onClick={() => append({ name: '', title: '', image: '' })}
        />
      )}
      <DisputeChoice name="signatures" />
    </div>
  )
}
