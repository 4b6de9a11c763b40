import { type Control, useController } from 'react-hook-form'
import type { Content } from '../../../data/content/schema.ts'
import { type AccentColors, accentColorsOf, defaultAccent } from '../../../data/look/accent.ts'
import { notUpdated } from '../calls/messages.ts'
import { optionsOf } from '../content/kinds.ts'
import { SectionForm } from '../content/SectionForm.tsx'
import { Field } from '../forms/Field.tsx'
import { FieldGroup } from '../forms/FieldGroup.tsx'
import { SelectField } from '../forms/SelectField.tsx'
import { TextField } from '../forms/TextField.tsx'
import { Button } from '../ui/Button.tsx'
import { ImageField } from '../uploads/ImageField.tsx'

export function LookSettings() {
  return (
    <SectionForm
      section="look"
      title="Apariencia"
      forReaders="Solo un administrador puede cambiar la apariencia."
      success={{ title: 'Apariencia actualizada', text: 'La página ya se ve así.' }}
      failure={notUpdated('Hubo un problema al actualizar la apariencia.')}
    >
      {(input, control) => (
        <>
          <FieldGroup title="Color y tejido">
            <AccentField control={control} />
            <SelectField
              {...input('pattern')}
              options={optionsOf('look', 'pattern')}
              hint="La franja junto al nombre y la del pie. El propio sale del nombre de la conferencia: otro nombre, otro tejido."
            />
          </FieldGroup>
          <FieldGroup title="Portada">
            <TextField {...input('eyebrow')} hint="Como «Save the date» o «6.ª edición». Vacía: no hay." />
            <ImageField {...input('cover')} kind="cover" note="Una foto junto al nombre, en lugar de la franja. Opcional." />
          </FieldGroup>
        </>
      )}
    </SectionForm>
  )
}

function AccentField({ control }: { control: Control<Content['look']> }) {
  const { field, fieldState } = useController({ control, name: 'accent' })
  const isColor = /^#[0-9a-f]{6}$/i.test(field.value)
  return (
    <Field
      name="accent"
      label="Color"
      hint="Vacío: el rojo de siempre. La página lo aclara u oscurece un poco para que se lea bien."
      error={fieldState.error?.message}
    >
      {(wiring) => (
        <>
          <div className="flex items-center gap-2">
            <input {...wiring} {...field} placeholder={defaultAccent} className="input w-40" spellCheck={false} />
            <input
              type="color"
              aria-label="Elegir el color"
              value={isColor ? field.value.toLowerCase() : defaultAccent}
              onChange={({ target }) => field.onChange(target.value)}
              className="border-base-300 rounded-field h-10 w-12 cursor-pointer border p-1"
            />
            {field.value !== '' && <Button label="Quitar" className="btn btn-ghost btn-sm" onClick={() => field.onChange('')} />}
          </div>
          {isColor && <ColorResult accent={field.value.toLowerCase()} />}
        </>
      )}
    </Field>
  )
}

function ColorResult({ accent }: { accent: string }) {
  const { light, dark } = accentColorsOf(accent)
  const resultInWords = (when: string, { color }: AccentColors, change: string) =>
    color === accent ? `${when} se ve tal cual.` : `${when} se ${change} a ${color} para que se lea.`
  return (
    <div role="status" className="flex flex-col gap-1 text-sm">
      {[
        { colors: light, text: resultInWords('De día', light, 'oscurece') },
        { colors: dark, text: resultInWords('De noche', dark, 'aclara') },
      ].map(({ colors, text }) => (
        <p key={text} className="flex items-center gap-2">
          <svg className="size-5 shrink-0" viewBox="0 0 20 20" aria-hidden="true">
            <rect width="20" height="20" rx="4" fill={colors.color} />
            <path d="M6 14 10 5l4 9M7.5 11h5" fill="none" stroke={colors.content} strokeWidth="1.5" />
          </svg>
          {text}
        </p>
      ))}
    </div>
  )
}
