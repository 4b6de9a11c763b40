import { type Control, useController, useWatch } from 'react-hook-form'
import type { Content } from '../../../data/content/schema.ts'
import { type AccentColors, accentColorsOf, defaultAccent } from '../../../data/look/accent.ts'
import { colorsOf, ground } from '../../../data/look/drawing-colors.ts'
import type { WeaveTile } from '../../../data/look/own-weave.ts'
import { telar } from '../../../data/look/telar.ts'
import { notUpdated } from '../calls/messages.ts'
import { optionsOf } from '../content/kinds.ts'
import { SectionForm } from '../content/SectionForm.tsx'
import { Field } from '../forms/Field.tsx'
import { FieldGroup } from '../forms/FieldGroup.tsx'
import { TextField } from '../forms/TextField.tsx'
import { Button } from '../ui/Button.tsx'
import { PressedChoice } from '../ui/PressedChoice.tsx'
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
            <PatternField control={control} />
          </FieldGroup>
          <FieldGroup title="Portada">
            <TextField {...input('eyebrow')} hint="Como «Save the date» o «6.ª edición». Si la dejas vacía, no aparece." />
            <ImageField {...input('cover')} kind="cover" note="Una foto junto al nombre, en lugar de la franja. Opcional." />
          </FieldGroup>
        </>
      )}
    </SectionForm>
  )
}

const tileCount = 3

/** Offers the patterns, drawn in the chosen colour. */
function PatternField({ control }: { control: Control<Content['look']> }) {
  const { field } = useController({ control, name: 'pattern' })
  const accent = useWatch({ control, name: 'accent' })
  const color = /^#[0-9a-f]{6}$/i.test(accent) ? accent : ''
  const options = optionsOf('look', 'pattern').map(({ value, label }) => ({
    value: value as Pattern,
    label: <PatternDrawing {...{ pattern: value as Pattern, label, accent: color }} />,
  }))
  return (
    <Field
      name="pattern"
      label="Tejido"
      hint="La franja junto al nombre y la del pie. El propio sale del nombre de la conferencia: otro nombre, otro tejido."
    >
      {() => (
        <PressedChoice
          label="Tejido"
          options={options}
          value={field.value}
          onChange={field.onChange}
          className="gap-2"
          buttonClassName="h-auto flex-col gap-1 p-2"
        />
      )}
    </Field>
  )
}

type Pattern = Content['look']['pattern']

/** Example of the pattern 'propio'. The server draws the real pattern, which depends on the conference's name. */
const sample: WeaveTile = {
  width: 24,
  height: 24,
  layers: [
    { yarn: 1, d: 'M0 8l6-6 6 6 6-6 6 6v6l-6-6-6 6-6-6-6 6z' },
    { yarn: 2, d: 'M0 20l6-6 6 6 6-6 6 6v4l-6-6-6 6-6-6-6 6z' },
  ],
}

const tiles: Record<Pattern, WeaveTile | null> = { telar, propio: sample, liso: null }

function PatternDrawing({ pattern, label, accent }: { pattern: Pattern; label: string; accent: string }) {
  const tile = tiles[pattern]
  const { color, yarns } = colorsOf(accent)
  const { width, height } = tile ?? { width: 24, height: 24 }
  return (
    <>
      <svg viewBox={`0 0 ${width * tileCount} ${height}`} className="h-8 w-24" aria-hidden="true">
        <rect width="100%" height="100%" fill={tile ? ground : color} />
        {[...Array(tileCount).keys()].map((at) => (
          <g key={at} transform={`translate(${at * width} 0)`}>
            {tile?.layers.map(({ yarn, d }) => (
              <path key={d} d={d} fill={yarns[yarn]} />
            ))}
          </g>
        ))}
      </svg>
      {label}
    </>
  )
}

/** The first colour is the default, stored as ''. */
const colors: [label: string, color: string][] = [
  ['El rojo de siempre', ''],
  ['Naranja', '#c2410c'],
  ['Verde', '#0a7d5a'],
  ['Turquesa', '#0e7490'],
  ['Azul', '#1d4ed8'],
  ['Violeta', '#7c3aed'],
  ['Rosa', '#be185d'],
  ['Gris', '#475569'],
]

function AccentField({ control }: { control: Control<Content['look']> }) {
  const { field, fieldState } = useController({ control, name: 'accent' })
  const isColor = /^#[0-9a-f]{6}$/i.test(field.value)
  return (
    <Field
      name="accent"
      label="Color"
      hint="Si lo dejas vacío, es el rojo de siempre. La página lo aclara u oscurece un poco para que se lea bien."
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
          <fieldset className="flex flex-wrap gap-1" aria-label="Colores">
            {colors.map(([label, color]) => (
              <button
                key={label}
                type="button"
                className="aria-pressed:outline-base-content grid size-11 cursor-pointer place-items-center rounded-full outline-2 -outline-offset-2 outline-transparent"
                aria-label={label}
                aria-pressed={field.value.toLowerCase() === color}
                data-tip={label}
                onClick={() => field.onChange(color)}
              >
                <svg viewBox="0 0 24 24" className="size-7" aria-hidden="true">
                  <circle cx="12" cy="12" r="12" fill={color || defaultAccent} />
                </svg>
              </button>
            ))}
          </fieldset>
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
