import type { Control } from 'react-hook-form'
import type { ItemFields, Scenario, Speaker } from '../../../data/schema.ts'
import { SelectField } from '../fields/SelectField.tsx'
import { TextField } from '../fields/TextField.tsx'

type Props = { control: Control<ItemFields<'events'>>; scenarios: Scenario[]; speakers: Speaker[] }

const choices = (items: { id: string; name: string }[], none: string) => [
  { value: '', label: none },
  ...items.map(({ id, name }) => ({ value: id, label: name })),
]

/** What an event is, where and when it takes place, and who speaks. */
export function EventFields({ control, scenarios, speakers }: Props) {
  return (
    <>
      <TextField control={control} name="title" label="Título" required />
      <SelectField
        control={control}
        name="scenarioId"
        label="Escenario"
        required
        options={choices(scenarios, 'Selecciona un escenario')}
        hint={scenarios.length === 0 && 'Todavía no hay escenarios: agrega uno primero.'}
      />
      <div className="grid items-start gap-5 sm:grid-cols-2">
        <TextField control={control} name="startTime" label="Hora de inicio" type="time" required />
        <TextField control={control} name="endTime" label="Hora de fin" type="time" hint="Vacía si no tiene fin." />
      </div>
      <SelectField control={control} name="speakerId" label="Speaker" options={choices(speakers, 'Sin speaker')} />
      <TextField control={control} name="description" label="Descripción" rows={4} />
    </>
  )
}
