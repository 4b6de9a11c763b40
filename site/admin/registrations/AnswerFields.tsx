import { type Control, useController } from 'react-hook-form'
import type { Question } from '../../../data/content/schema.ts'
import { answerField } from '../../../data/registrations/answers/answers.ts'
import type { Registration } from '../../../data/registrations/schema.ts'
import { SelectField } from '../forms/SelectField.tsx'
import { TextField } from '../forms/TextField.tsx'
import { choicesWith, type TypedAnswers } from './answers.ts'

type Form = { answers: TypedAnswers }
type Props = { control: Control<Form>; questions: readonly Question[]; stored: Registration['answers'] }

export function AnswerFields({ control, questions, stored }: Props) {
  return questions.map((question) => {
    const { id, label, kind } = question
    const props = { control, name: answerField(id), label }
    const choices = choicesWith(question, stored[id])
    if (kind === 'choices') return <Choices key={id} {...props} choices={choices} />
    if (kind !== 'choice' && kind !== 'yes-no') return <TextField key={id} {...props} rows={kind === 'long' ? 3 : 0} />
    const options = [{ value: '', label: 'Sin respuesta' }, ...choices.map((choice) => ({ value: choice, label: choice }))]
    return <SelectField key={id} {...props} options={options} />
  })
}

type ChoicesProps = { control: Control<Form>; name: `answers.${string}`; label: string; choices: string[] }

function Choices({ control, name, label, choices }: ChoicesProps) {
  const { field, fieldState } = useController({ control, name })
  const chosen = [field.value ?? []].flat()
  return (
    <fieldset className="flex flex-col gap-1">
      <legend className="text-sm font-semibold">{label}</legend>
      {choices.map((choice) => (
        <label key={choice} className="flex min-h-8 cursor-pointer items-center gap-3">
          <input
            type="checkbox"
            className="checkbox checkbox-primary checkbox-sm"
            checked={chosen.includes(choice)}
            onChange={({ target }) =>
              field.onChange(choices.filter((other) => (other === choice ? target.checked : chosen.includes(other))))
            }
          />
          <span className="wrap-anywhere">{choice}</span>
        </label>
      ))}
      {fieldState.error && (
        <p role="alert" className="text-error text-sm font-semibold">
          {fieldState.error.message}
        </p>
      )}
    </fieldset>
  )
}
