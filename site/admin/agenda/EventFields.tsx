import { Users } from 'lucide-react'
import { useState } from 'react'
import { type Control, useWatch } from 'react-hook-form'
import type { AgendaEvent, ItemFields, Scenario, Speaker } from '../../../data/content/schema.ts'
import { collisionsOf } from '../../../data/programme/collisions.ts'
import type { Inputs } from '../content/inputs.ts'
import { FormattedField } from '../format/FormattedField.tsx'
import { slugHint } from '../forms/hints.ts'
import { LimitField } from '../forms/LimitField.tsx'
import { MoreFields } from '../forms/MoreFields.tsx'
import { SelectField } from '../forms/SelectField.tsx'
import { SwitchField } from '../forms/SwitchField.tsx'
import { suggestionsFrom, TextField } from '../forms/TextField.tsx'
import { SessionPeople } from '../seats/SessionPeople.tsx'
import { Button } from '../ui/Button.tsx'
import { CollisionNotes } from './CollisionNotes.tsx'
import { daysToChoose } from './days.ts'
import { SpeakersField } from './SpeakersField.tsx'
import { defaultStart } from './slots.ts'
import { useAutomaticEnd, useAutomaticStart, useNoRoomForAll } from './use-automatic-times.ts'

type Props = {
  event: AgendaEvent | null
  input: Inputs<ItemFields<'events'>>
  control: Control<ItemFields<'events'>>
  scenarios: Scenario[]
  speakers: Speaker[]
  events: AgendaEvent[]
  eventDay: string
}

export function EventFields({ event, input, control, scenarios, speakers, events, eventDay }: Props) {
  const isPlenary = useWatch({ control, name: 'isPlenary' })
  useAutomaticEnd(control)
  useNoRoomForAll(control)
  useAutomaticStart(control, (place) => defaultStart(place, events, eventDay))
  return (
    <>
      <TextField {...input('title')} required />
      <SelectField
        {...input('scenarioId')}
        required={!isPlenary}
        options={[
          { value: '', label: isPlenary ? 'En todos los escenarios' : 'Selecciona un escenario' },
          ...scenarios.map(({ id, name }) => ({ value: id, label: name })),
        ]}
        hint={scenarios.length === 0 && !isPlenary && 'Todavía no hay escenarios: agrega uno primero.'}
      />
      <SwitchField {...input('isPlenary')} hint="Una apertura o un almuerzo: ocupa todos los escenarios y no necesita uno." />
      {eventDay && <SelectField {...input('day')} options={daysToChoose(events, eventDay)} />}
      <div className="grid items-start gap-5 sm:grid-cols-2">
        <TextField {...input('startTime')} type="time" required />
        <TextField {...input('endTime')} type="time" hint="Si la dejas vacía, dura hasta lo siguiente en el mismo escenario." />
      </div>
      <SpeakersField control={control} speakers={speakers} />
      <TypedCollisions id={event?.id ?? ''} {...{ control, scenarios, speakers, events, eventDay }} />
      <FormattedField {...input('description')} rows={4} />
      <MoreFields
        control={control}
        names={['language', 'level', 'track', 'slidesUrl', 'recordingUrl']}
        optionalNames={['capacity', 'waitlist', 'releaseAfter', 'slug']}
        summary="idioma, nivel, tema, diapositivas, grabación, cupo y dirección"
      >
        <div className="grid items-start gap-5 sm:grid-cols-3">
          <TextField {...input('language')} suggestions={suggestionsFrom(events, 'language')} />
          <TextField {...input('level')} suggestions={suggestionsFrom(events, 'level')} />
          <TextField {...input('track')} suggestions={suggestionsFrom(events, 'track')} />
        </div>
        <div className="grid items-start gap-5 sm:grid-cols-2">
          <TextField {...input('slidesUrl')} type="url" placeholder="https://…" />
          <TextField {...input('recordingUrl')} type="url" placeholder="https://…" />
        </div>
        <LimitField
          {...input('capacity')}
          hint="Si lo dejas vacío, no hay cupo. Con cupo, quien tiene lugar en la conferencia elige esta sesión en su página."
        />
        <SwitchField {...input('waitlist')} hint="Solo con cupo: cuando ya no hay lugares, quien la elige espera en orden." />
        <LimitField
          {...input('releaseAfter')}
          hint="Solo con cupo: minutos después del inicio en que los lugares de quienes no llegaron pasan a quien espera en la puerta. Si lo dejas vacío, no se liberan."
        />
        {event && event.capacity !== null && <PeopleButton event={event} />}
        <TextField {...input('slug')} hint={slugHint('/charlas/', 'del título')} />
      </MoreFields>
    </>
  )
}

function PeopleButton({ event }: { event: AgendaEvent }) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <p>
      <Button label="Ver quiénes la eligieron" Icon={Users} onClick={() => setIsOpen(true)} />
      {isOpen && <SessionPeople event={event} onClose={() => setIsOpen(false)} />}
    </p>
  )
}

type CollisionProps = Pick<Props, 'control' | 'scenarios' | 'speakers' | 'events' | 'eventDay'> & { id: string }

/** Collisions are only shown, and never prevent saving, because a programme is put together in steps. */
function TypedCollisions({ id, control, scenarios, speakers, events, eventDay }: CollisionProps) {
  const typed = useWatch({ control }) as ItemFields<'events'>
  const event = { ...typed, id, createdAt: '', updatedAt: '' }
  const collisions = eventDay ? collisionsOf<AgendaEvent>(event, events, eventDay) : []
  return (
    <div role="status" className="empty:hidden">
      {collisions.length > 0 && (
        <CollisionNotes className="alert alert-warning alert-soft" {...{ event, collisions, scenarios, speakers }} />
      )}
    </div>
  )
}
