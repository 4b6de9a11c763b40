import { useStore } from '@nanostores/react'
import { Clock, Users } from 'lucide-react'
import { use, useState } from 'react'
import { flushSync } from 'react-dom'
import type { AgendaEvent, ItemFields, Scenario } from '../../../data/content/schema.ts'
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
import { SessionPeople } from '../seats/SessionPeople.tsx'
import { TimeZoneContext } from '../shell/time-zone.ts'
import { Timetable } from '../timetable/Timetable.tsx'
import { ItemAction } from '../ui/ItemAction.tsx'
import { Loading } from '../ui/Loading.tsx'
import { PressedChoice } from '../ui/PressedChoice.tsx'
import { useMedia } from '../ui/use-media.ts'

/** The specification asks for a toast if the title or the scenario is missing. Other errors appear at their field. */
const incomplete = (fields: string[]) =>
  fields.includes('title') || fields.includes('scenarioId')
    ? ({ kind: 'error', title: 'Campos requeridos', text: 'Por favor completa el título y selecciona un escenario.' } as const)
    : undefined

function nextDefaults({ day, scenarioId, startTime, endTime }: ItemFields<'events'>): Partial<ItemFields<'events'>> {
  // If this event ends after midnight, the next event gets no start.
  const start = endTime > startTime ? endTime : ''
  const minutes = minutesBetween(startTime, endTime)
  return { day, scenarioId, startTime: start, endTime: (start && minutes !== null && endAfter(start, minutes)) || '' }
}

const everywhere = { id: '', name: 'En todos los escenarios', isActive: true }

const viewOptions = [
  { value: 'list', label: 'Lista' },
  { value: 'timetable', label: 'Horario' },
] as const

function ViewSwitch() {
  const isTimetable = useStore($isTimetable)
  function show(view: (typeof viewOptions)[number]['value']) {
    flushSync(() => showTimetable(view === 'timetable'))
    // Each view has its own switch, so the focus moves to the switch of the new view.
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

type Agenda = ReturnType<typeof useAgenda>

function useAgenda() {
  const timeZone = use(TimeZoneContext)
  const { data: scenarios = [] } = useStore(collections.scenarios.$loaded)
  const { data: events = [] } = useStore(collections.events.$loaded)
  const { data: speakers = [] } = useStore(collections.speakers.$loaded)
  const { data: hero } = useStore(sections.hero.$loaded)
  const eventDay = hero ? dayOf(timeZone, hero.value.eventDate) : ''
  const hasSeveralDays = new Set(events.map(({ day }) => day || eventDay)).size > 1
  const visibleDayOf = ({ day }: AgendaEvent) => (hasSeveralDays ? day || eventDay : '')
  const collisions = eventDay ? collisionsIn(events, eventDay) : new Map<string, Collision[]>()
  const speakerNames = new Map(speakers.map(({ id, name }) => [id, name]))
  const speakersOf = ({ speakerIds }: AgendaEvent) => speakerIds.flatMap((id) => speakerNames.get(id) ?? [])
  return { events, scenarios, speakers, eventDay, collisions, visibleDayOf, speakersOf }
}

export function Events() {
  const isWide = useMedia('(width >= 64rem)')
  const isTimetable = useStore($isTimetable)
  const [moving, setMoving] = useState<AgendaEvent | null>(null)
  const [showing, setShowing] = useState<AgendaEvent | null>(null)
  const agenda = useAgenda()
  const { events, scenarios, speakers, eventDay, collisions, visibleDayOf, speakersOf } = agenda
  const draft = useDraftMoves(events, scenarios, eventDay)
  const canBeTimetable = isWide && scenarios.length > 0 && eventDay !== ''

  return (
    <>
      {showing && <SessionPeople event={showing} onClose={() => setShowing(null)} />}
      {moving && <MoveDialog event={moving} {...{ events, scenarios, eventDay }} onClose={() => setMoving(null)} />}
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
          startTime: values.startTime || event?.startTime || defaultStart(values, events, eventDay),
        })}
        nextDefaults={nextDefaults}
        extraSearchText={(event) => {
          const day = visibleDayOf(event)
          return [...speakersOf(event), event.track, day && dayInWords(day)].join(' ')
        }}
        fields={(input, control, event) => <EventFields {...{ event, input, control, scenarios, speakers, events, eventDay }} />}
      >
        {(matches, actions) => (
          <Loading of={collections.scenarios}>
            {() =>
              canBeTimetable && isTimetable ? (
                <Timetable events={events} matches={matches} rooms={scenarios} {...{ draft, speakers, eventDay, ...actions }}>
                  <ViewSwitch />
                </Timetable>
              ) : (
                <>
                  {canBeTimetable && <ViewSwitch />}
                  <UnsavedMoves draft={draft} />
                  {[everywhere, ...scenarios].map((scenario) => (
                    <EventGroup
                      key={scenario.id}
                      {...{ agenda, matches, scenario, actions }}
                      onMove={setMoving}
                      onPeople={setShowing}
                    />
                  ))}
                </>
              )
            }
          </Loading>
        )}
      </Collection>
    </>
  )
}

type GroupProps = {
  agenda: Agenda
  matches: AgendaEvent[]
  scenario: Pick<Scenario, 'id' | 'name' | 'isActive'>
  actions: ListActions<'events'>
  onMove: (event: AgendaEvent) => void
  onPeople: (event: AgendaEvent) => void
}

function EventGroup({ agenda, matches, scenario, actions, onMove, onPeople }: GroupProps) {
  const { scenarios, speakers, eventDay, collisions, visibleDayOf, speakersOf } = agenda
  const events = matches.filter(({ scenarioId }) => scenarioId === scenario.id)
  if (events.length === 0) return null
  return (
    <section className="flex flex-col gap-3" aria-label={scenario.name}>
      <h3 className="flex flex-wrap items-center gap-2 font-bold wrap-anywhere">
        {scenario.name} <span className="text-base-content/75 font-normal">({events.length})</span>
        <Hidden item={scenario} />
      </h3>
      <ItemList
        collection="events"
        items={events.toSorted(listOrder(eventDay))}
        nameOf={({ title }) => title}
        {...actions}
        laneOf={({ day, startTime }) => `${day || eventDay} ${startTime}`}
        moreOf={(event) => (
          <>
            {event.capacity !== null && (
              <ItemAction label={`Personas de ${event.title}`} tip="Personas" Icon={Users} onClick={() => onPeople(event)} />
            )}
            <ItemAction label={`Mover ${event.title}`} tip="Mover" Icon={Clock} onClick={() => onMove(event)} />
          </>
        )}
        className="item-rows"
      >
        {(event) => (
          <EventRow event={event} day={visibleDayOf(event)} speakers={speakersOf(event)}>
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
