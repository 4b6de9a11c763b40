import { useStore } from '@nanostores/react'
import { type Control, useController, useWatch } from 'react-hook-form'
import { choicesOf, inQuestionOrder } from '../../../data/content/questions.ts'
import type { ItemFields, Question } from '../../../data/content/schema.ts'
import { useIsAdmin } from '../auth/use-user.ts'
import { Collection } from '../content/Collection.tsx'
import { collections } from '../content/collections.ts'
import { Hidden } from '../content/Hidden.tsx'
import { ItemList } from '../content/ItemList.tsx'
import type { Inputs } from '../content/inputs.ts'
import { optionsOf } from '../content/kinds.ts'
import { Field } from '../forms/Field.tsx'
import type { FieldProps } from '../forms/field-props.ts'
import { NumberField } from '../forms/NumberField.tsx'
import { SelectField } from '../forms/SelectField.tsx'
import { SwitchField } from '../forms/SwitchField.tsx'
import { TextField } from '../forms/TextField.tsx'
import { AskAll } from '../mail/AskAll.tsx'
import { readyMade } from './ready-made-questions.ts'

type Fields = ItemFields<'questions'>

const kindNames = new Map(optionsOf('questions', 'kind').map(({ value, label }) => [value, label]))

export function Questions() {
  const isAdmin = useIsAdmin()
  return (
    <Collection
      collection="questions"
      note="Preguntas del equipo que van después de los campos de siempre: qué comen, si necesitan rampa, su talla. Puedes cambiarlas cuando quieras: cada respuesta conserva la pregunta que contestó."
      templates={readyMade}
      tools={isAdmin && <AskAll />}
      complete={(values) => ({ ...values, onlyIf: values.onlyIf || null })}
      fields={(input, control, item) => <QuestionFields input={input} control={control} item={item} />}
    >
      {(items, actions) => (
        <ItemList
          collection="questions"
          items={items}
          nameOf={({ label }) => label}
          consequenceOf={() => 'Las respuestas que ya tiene quedan en cada registro hasta 30 días después del evento.'}
          {...actions}
          className="item-cards"
        >
          {(item) => (
            <div className="flex flex-col items-start gap-1">
              <h3 className="leading-snug font-bold wrap-anywhere">{item.label}</h3>
              <p className="text-base-content/75 line-clamp-3 text-sm leading-snug wrap-anywhere">
                {choicesOf(item).join(' · ') || kindNames.get(item.kind)}
              </p>
              <p className="text-sm">{factsOf(item)}</p>
              <Hidden item={item} />
            </div>
          )}
        </ItemList>
      )}
    </Collection>
  )
}

const factsOf = ({ isRequired, atDoor, onlyIf }: Question) =>
  [isRequired ? 'Obligatoria' : 'Opcional', onlyIf && `solo si «${onlyIf.is}»`, atDoor && 'se ve en la puerta']
    .filter(Boolean)
    .join(', ')

type QuestionFieldsProps = { input: Inputs<Fields>; control: Control<Fields>; item: Question | null }

function QuestionFields({ input, control, item }: QuestionFieldsProps) {
  const kind = useWatch({ control, name: 'kind' })
  return (
    <>
      <TextField {...input('label')} required placeholder="¿Qué comes?" />
      <SelectField {...input('kind')} options={optionsOf('questions', 'kind')} required />
      {(kind === 'choice' || kind === 'choices') && <OptionsField {...input('options')} />}
      <TextField {...input('help')} hint="Una línea debajo de la pregunta. Puede quedar vacía." />
      <TextField {...input('purpose')} hint="Quien contesta lo lee. Puede quedar vacío." placeholder="Para el almuerzo." />
      <ConditionField {...input('onlyIf')} id={item?.id ?? null} />
      <SwitchField {...input('isRequired')} hint="Sin respuesta no se completa el registro." />
      <SwitchField {...input('atDoor')} hint="Los teléfonos de la puerta muestran la respuesta al leer la entrada." />
      <NumberField {...input('keepDays')} hint="Después del evento. Luego las respuestas se borran solas." />
    </>
  )
}

/** Returns the error message of the whole list, or otherwise of the first line with an error. */
function messageIn(error: unknown): string | undefined {
  const messages = [error, ...Object.values(Object(error))].map((part) => Object(part).message)
  return messages.find((message) => typeof message === 'string')
}

function OptionsField({ control, name, label }: FieldProps<Fields>) {
  const { field, fieldState } = useController({ control, name })
  const lines = [field.value ?? []].flat().map(String)
  return (
    <Field name={name} label={label} hint="Una respuesta en cada línea." error={messageIn(fieldState.error)} required>
      {(wiring) => (
        <textarea
          dir="auto"
          {...wiring}
          ref={field.ref}
          onBlur={field.onBlur}
          value={lines.join('\n')}
          onChange={({ target }) => field.onChange(target.value.split('\n'))}
          rows={5}
          className="textarea w-full"
        />
      )}
    </Field>
  )
}

/** Offers each choice of the earlier questions as a condition. */
function ConditionField({ control, name, label, id }: FieldProps<Fields> & { id: string | null }) {
  const { field, fieldState } = useController({ control, name })
  const questions = inQuestionOrder(useStore(collections.questions.$loaded).data ?? [])
  const index = questions.findIndex((question) => question.id === id)
  const earlier = (index < 0 ? questions : questions.slice(0, index)).filter((question) => choicesOf(question).length > 0)
  const value = (field.value || null) as Fields['onlyIf']
  if (earlier.length === 0 && !value) return null
  const options = earlier.map((question) => ({ question, choices: choicesOf(question) }))
  const isOffered = options.some(({ question, choices }) => question.id === value?.question && choices.includes(value.is))
  return (
    <Field name={name} label={label} error={fieldState.error?.message}>
      {(wiring) => (
        <select
          {...wiring}
          ref={field.ref}
          onBlur={field.onBlur}
          value={value ? JSON.stringify(value) : ''}
          onChange={({ target }) => field.onChange(target.value === '' ? null : JSON.parse(target.value))}
          className="select w-full"
        >
          <option value="">Siempre</option>
          {value && !isOffered && <option value={JSON.stringify(value)}>Solo si: {value.is}</option>}
          {options.map(({ question, choices }) => (
            <optgroup key={question.id} label={question.label}>
              {choices.map((is) => (
                <option key={is} value={JSON.stringify({ question: question.id, is })}>
                  Solo si: {is}
                </option>
              ))}
            </optgroup>
          ))}
        </select>
      )}
    </Field>
  )
}
