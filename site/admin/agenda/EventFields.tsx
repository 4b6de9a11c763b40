import { type Control, useWatch } from 'react-hook-form'
import type { AgendaEvent, ItemFields, Scenario, Speaker } from '../../../data/content/schema.ts'
import { usedBefore } from '../content/used-before.ts'
import { More } from '../forms/More.tsx'
import { SelectField } from '../forms/SelectField.tsx'
import { SwitchField } from '../forms/SwitchField.tsx'
import { TextField } from '../forms/TextField.tsx'
import { daysToChoose } from './days.ts'
import { SpeakersField } from './SpeakersField.tsx'

type Props = {
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

/** What an event is, where and when it takes place, and who speaks. */
export function EventFields({ control, scenarios, speakers, events, eventDay }: Props) {
  const isPlenary = useWatch({ control, name: 'isPlenary' })
  return (
    <>
      <TextField control={control} name="title" label="Título" required />
      <SelectField
        control={control}
        name="scenarioId"
        label="Escenario"
        required={!isPlenary}
        options={choices(scenarios, isPlenary ? 'En todas las salas' : 'Selecciona un escenario')}
        hint={scenarios.length === 0 && !isPlenary && 'Todavía no hay escenarios: agrega uno primero.'}
      />
      <SwitchField
        control={control}
        name="isPlenary"
        label="Para todos"
        hint="Una apertura o un almuerzo: ocupa todas las salas y no necesita una."
      />
      {eventDay && <SelectField control={control} name="day" label="Día" options={daysToChoose(events, eventDay)} />}
      <div className="grid items-start gap-5 sm:grid-cols-2">
        <TextField control={control} name="startTime" label="Hora de inicio" type="time" required />
        <TextField
          control={control}
          name="endTime"
          label="Hora de fin"
          type="time"
          hint="Vacía: hasta lo siguiente en la misma sala."
        />
      </div>
      <SpeakersField control={control} speakers={speakers} />
      <TextField control={control} name="description" label="Descripción" rows={4} />
      <More control={control} names={['language', 'level', 'track']} of="idioma, nivel y tema">
        <div className="grid items-start gap-5 sm:grid-cols-3">
          <TextField control={control} name="language" label="Idioma" suggestions={usedBefore(events, 'language')} />
          <TextField control={control} name="level" label="Nivel" suggestions={usedBefore(events, 'level')} />
          <TextField control={control} name="track" label="Tema" suggestions={usedBefore(events, 'track')} />
        </div>
      </More>
    </>
  )
}
