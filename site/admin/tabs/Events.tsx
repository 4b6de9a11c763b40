import { useStore } from '@nanostores/react'
import { Clock } from 'lucide-react'
import { use, useState } from 'react'
import { flushSync } from 'react-dom'
import type { AgendaEvent, ItemFields, Scenario, Speaker } from '../../../data/content/schema.ts'
import { type Collision, collisionsIn } from '../../../data/programme/collisions.ts'
import { listOrder } from '../../../data/programme/public-content.ts'
import { dayOf } from '../../../data/zone.ts'
import { $isTimetable, showTimetable } from '../agenda/agenda-view.ts'
import { CollisionNotes } from '../agenda/CollisionNotes.tsx'
import { dayInWords } from '../agenda/days.ts'
import { EventFields } from '../agenda/EventFields.tsx'
import { EventRow } from '../agenda/EventRow.tsx'
import { MoveDialog } from '../agenda/MoveDialog.tsx'
import { defaultStart } from '../agenda/slots.ts'
import { endAfter, minutesBetween } from '../agenda/times.ts'
import { UnsavedMoves } from '../agenda/UnsavedMoves.tsx'
import { useDraftMoves } from '../agenda/use-draft-moves.ts'
import { Collection } from '../content/Collection.tsx'
import { collections } from '../content/collections.ts'
import { Hidden } from '../content/Hidden.tsx'
import { ItemList, type ListActions } from '../content/ItemList.tsx'
import { sections } from '../content/sections.ts'
import { ImportButton } from '../import/ImportButton.tsx'
import { TimeZoneContext } from '../shell/time-zone.ts'
import { Timetable } from '../timetable/Timetable.tsx'
import { ItemAction } from '../ui/ItemAction.tsx'
import { Loading } from '../ui/Loading.tsx'
import { PressedChoice } from '../ui/PressedChoice.tsx'
import { useMedia } from '../ui/use-media.ts'

/** The specification has a toast for these two. Other errors appear at their field. */
const incomplete = (fields: string[]) =>
  fields.includes('title') || fields.includes('scenarioId')
    ? ({ kind: 'error', title: 'Campos requeridos', text: 'Por favor completa el título y selecciona un escenario.' } as const)
    : undefined

/** Default of the next event: same room, right after this one, with its length. */
function nextDefaults({ day, scenarioId, startTime, endTime }: ItemFields<'events'>): Partial<ItemFields<'events'>> {
  // No event begins in the night after a day.
  const start = endTime > startTime ? endTime : ''
  const minutes = minutesBetween(startTime, endTime)
  return { day, scenarioId, startTime: start, endTime: (start && minutes !== null && endAfter(start, minutes)) || '' }
}

/** Group of plenary events without a room. */
const everywhere = { id: '', name: 'En todas las salas', isActive: true }

type View = 'list' | 'timetable'

const viewOptions: { value: View; label: string }[] = [
  { value: 'list', label: 'Lista' },
  { value: 'timetable', label: 'Horario' },
]

function ViewSwitch({ isTimetable }: { isTimetable: boolean }) {
  function show(view: View) {
    flushSync(() => showTimetable(view === 'timetable'))
    // The two views have one switch each. The focus moves to the new one.
    document.querySelector<HTMLElement>('.view-switch [aria-pressed="true"]')?.focus({ preventScroll: true })
  }
  return (
    <PressedChoice
      label="Cómo se ve"
      className="view-switch gap-2"
      buttonClassName="not-aria-pressed:btn-ghost"
      options={viewOptions}
      value={isTimetable ? 'timetable' : 'list'}
      onChange={show}
    />
  )
}

function useAgenda() {
  const timeZone = use(TimeZoneContext)
  const rooms = useStore(collections.scenarios.$loaded)
  const { data: all = [] } = useStore(collections.events.$loaded)
  const { data: speakers = [] } = useStore(collections.speakers.$loaded)
  const { data: hero } = useStore(sections.hero.$loaded)
  const eventDay = hero ? dayOf(timeZone, hero.value.eventDate) : ''
  const hasSeveralDays = new Set(all.map(({ day }) => day || eventDay)).size > 1
  const dayShown = ({ day }: AgendaEvent) => (hasSeveralDays ? day || eventDay : '')
  const collisions = eventDay ? collisionsIn(all, eventDay) : new Map<string, Collision[]>()
  const nameOf = new Map(speakers.map(({ id, name }) => [id, name]))
  const speakersOf = ({ speakerIds }: AgendaEvent) => speakerIds.flatMap((id) => nameOf.get(id) ?? [])
  return { all, rooms, speakers, eventDay, collisions, dayShown, speakersOf }
}

export function Events() {
  const hasRoom = useMedia('(width >= 64rem)')
  const isTimetable = useStore($isTimetable)
  const canBeTimetable = (scenarios: Scenario[]) => hasRoom && scenarios.length > 0 && eventDay !== ''
  const [moving, setMoving] = useState<AgendaEvent | null>(null)
  const { all, rooms, speakers, eventDay, collisions, dayShown, speakersOf } = useAgenda()
  const draft = useDraftMoves(all, rooms.data ?? [], eventDay)

  return (
    <>
      {moving && (
        <MoveDialog
          event={moving}
          events={all}
          scenarios={rooms.data ?? []}
          eventDay={eventDay}
          onClose={() => setMoving(null)}
        />
      )}
      <Collection
        collection="events"
        tools={<ImportButton />}
        note={
          <>
            Se ordenan por día y hora de inicio; los que empiezan a la misma hora, por su orden.
            {collisions.size > 0 && <strong> {collisions.size} chocan entre sí: están marcados.</strong>}
          </>
        }
        incomplete={incomplete}
        complete={(values, event) => ({
          ...values,
          startTime: values.startTime || event?.startTime || defaultStart(values, all, eventDay),
        })}
        nextDefaults={nextDefaults}
        extraSearchText={(event) => [...speakersOf(event), event.track, dayShown(event) && dayInWords(dayShown(event))].join(' ')}
        fields={(input, control, event) => (
          <EventFields
            event={event}
            input={input}
            control={control}
            scenarios={rooms.data ?? []}
            speakers={speakers}
            events={all}
            eventDay={eventDay}
          />
        )}
      >
        {(events, actions) => (
          <Loading of={collections.scenarios}>
            {(scenarios) => (
              <>
                {canBeTimetable(scenarios) && isTimetable ? (
                  <Timetable events={all} matches={events} rooms={scenarios} {...{ draft, speakers, eventDay, ...actions }}>
                    <ViewSwitch isTimetable />
                  </Timetable>
                ) : (
                  <>
                    {canBeTimetable(scenarios) && <ViewSwitch isTimetable={false} />}
                    <UnsavedMoves draft={draft} />
                    {[everywhere, ...scenarios].map((scenario) => (
                      <EventGroup
                        key={scenario.id}
                        {...{ events, scenario, eventDay, dayShown, speakersOf, collisions, actions, scenarios, speakers }}
                        onMove={setMoving}
                      />
                    ))}
                  </>
                )}
              </>
            )}
          </Loading>
        )}
      </Collection>
    </>
  )
}

type GroupProps = {
  events: AgendaEvent[]
  scenario: Pick<Scenario, 'id' | 'name' | 'isActive'>
  eventDay: string
  dayShown: (event: AgendaEvent) => string
  speakersOf: (event: AgendaEvent) => string[]
  collisions: Map<string, Collision[]>
  actions: ListActions<'events'>
  scenarios: Scenario[]
  speakers: Speaker[]
  onMove: (event: AgendaEvent) => void
}

function EventGroup(props: GroupProps) {
  const { events, scenario, eventDay, dayShown, speakersOf, collisions, actions, scenarios, speakers, onMove } = props
  const inScenario = events.filter(({ scenarioId }) => scenarioId === scenario.id)
  if (inScenario.length === 0) return null
  return (
    <section className="flex flex-col gap-3" aria-label={scenario.name}>
      <h3 className="flex flex-wrap items-center gap-2 font-bold wrap-anywhere">
        {scenario.name} <span className="text-base-content/75 font-normal">({inScenario.length})</span>
        <Hidden item={scenario} />
      </h3>
      <ItemList
        collection="events"
        items={inScenario.toSorted(listOrder(eventDay))}
        nameOf={({ title }) => title}
        {...actions}
        laneOf={({ day, startTime }) => `${day || eventDay} ${startTime}`}
        moreOf={(event) => <ItemAction label={`Mover ${event.title}`} tip="Mover" Icon={Clock} onClick={() => onMove(event)} />}
        className="item-rows"
      >
        {(event) => (
          <EventRow event={event} day={dayShown(event)} speakers={speakersOf(event)}>
            {collisions.has(event.id) && (
              <CollisionNotes
                event={event}
                collisions={collisions.get(event.id) ?? []}
                scenarios={scenarios}
                speakers={speakers}
                className="collision"
              />
            )}
          </EventRow>
        )}
      </ItemList>
    </section>
  )
}
