import { type Control, useWatch } from 'react-hook-form'
import type { AgendaEvent, ItemFields, Scenario, Speaker } from '../../../data/content/schema.ts'
import type { Inputs } from '../content/inputs.ts'
import { usedBefore } from '../content/used-before.ts'
import { More } from '../forms/More.tsx'
import { SelectField } from '../forms/SelectField.tsx'
import { SwitchField } from '../forms/SwitchField.tsx'
import { TextField } from '../forms/TextField.tsx'
import { daysToChoose } from './days.ts'
import { SpeakersField } from './SpeakersField.tsx'

type Props = {
  input: Inputs<ItemFields<'events'>>
  control: Control<ItemFields<'events'>>
  scenarios: Scenario[]
  speakers: Speaker[]
  events: AgendaEvent[]
  /** The day of the conference (yyyy-MM-dd); empty while it is read. */
  eventDay: string
}

const choices = (items: { id: string; name: string }[], none: string) => [
  { value: '', label: none },
  ...items.map(({ id, name }) => ({ value: id, label: name })),
]

/** What an event is, where and when it is, and who speaks. */
export function EventFields({ input, control, scenarios, speakers, events, eventDay }: Props) {
  const isPlenary = useWatch({ control, name: 'isPlenary' })
  return (
    <>
      <TextField {...input('title')} required />
      <SelectField
        {...input('scenarioId')}
        required={!isPlenary}
        options={choices(scenarios, isPlenary ? 'En todas las salas' : 'Selecciona un escenario')}
        hint={scenarios.length === 0 && !isPlenary && 'Todavía no hay escenarios: agrega uno primero.'}
      />
      <SwitchField {...input('isPlenary')} hint="Una apertura o un almuerzo: ocupa todas las salas y no necesita una." />
      {eventDay && <SelectField {...input('day')} options={daysToChoose(events, eventDay)} />}
      <div className="grid items-start gap-5 sm:grid-cols-2">
        <TextField {...input('startTime')} type="time" required />
        <TextField {...input('endTime')} type="time" hint="Vacía: hasta lo siguiente en la misma sala." />
      </div>
      <SpeakersField control={control} speakers={speakers} />
      <TextField {...input('description')} rows={4} />
      <More control={control} names={['language', 'level', 'track']} of="idioma, nivel y tema">
        <div className="grid items-start gap-5 sm:grid-cols-3">
          <TextField {...input('language')} suggestions={usedBefore(events, 'language')} />
          <TextField {...input('level')} suggestions={usedBefore(events, 'level')} />
          <TextField {...input('track')} suggestions={usedBefore(events, 'track')} />
        </div>
      </More>
    </>
  )
}
