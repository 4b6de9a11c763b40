import { useStore } from '@nanostores/react'
import { listOrder } from '../../../data/content/public-content.ts'
import type { AgendaEvent, Scenario } from '../../../data/content/schema.ts'
import { dayOf } from '../../../data/zone.ts'
import { Collection } from '../content/Collection.tsx'
import { collections } from '../content/collections.ts'
import { Hidden } from '../content/Hidden.tsx'
import { ItemList } from '../content/ItemList.tsx'
import { sections } from '../content/sections.ts'
import type { TabProps } from '../shell/tab-props.ts'
import { Loading } from '../ui/Loading.tsx'
import { dayInWords } from './days.ts'
import { EventFields } from './EventFields.tsx'
import { EventRow } from './EventRow.tsx'

/** Only these two are asked for in a toast; whatever else does not fit is said at its field. */
const incomplete = (fields: string[]) =>
  fields.includes('title') || fields.includes('scenarioId')
    ? ({ kind: 'error', title: 'Campos requeridos', text: 'Por favor completa el título y selecciona un escenario.' } as const)
    : undefined

/** Where what is for everybody stands that names no scenario. */
const everywhere = { id: '', name: 'En todas las salas', isActive: true }

/** What happens when: the events of each scenario by day and start time. */
export function Events({ timeZone }: TabProps) {
  const rooms = useStore(collections.scenarios.$loaded)
  const { data: all = [] } = useStore(collections.events.$loaded)
  const { data: speakers = [] } = useStore(collections.speakers.$loaded)
  const { data: hero } = useStore(sections.hero.$loaded)
  const eventDay = hero ? dayOf(timeZone, hero.value.eventDate) : ''
  const hasSeveralDays = new Set(all.map(({ day }) => day || eventDay)).size > 1
  const dayShown = ({ day }: AgendaEvent) => (hasSeveralDays ? day || eventDay : '')
  const nameOf = new Map(speakers.map(({ id, name }) => [id, name]))
  const speakersOf = ({ speakerIds }: AgendaEvent) => speakerIds.flatMap((id) => nameOf.get(id) ?? [])

  const list =
    (events: AgendaEvent[], edit: (event: AgendaEvent) => void) => (scenario: Pick<Scenario, 'id' | 'name' | 'isActive'>) => {
      const inScenario = events.filter(({ scenarioId }) => scenarioId === scenario.id)
      return inScenario.length === 0 ? null : (
        <section key={scenario.id} className="flex flex-col gap-3" aria-label={scenario.name}>
          <h3 className="flex flex-wrap items-center gap-2 font-bold wrap-anywhere">
            {scenario.name} <span className="text-base-content/75 font-normal">({inScenario.length})</span>
            <Hidden item={scenario} />
          </h3>
          <ItemList
            collection="events"
            items={inScenario.toSorted(listOrder(eventDay))}
            nameOf={({ title }) => title}
            onEdit={edit}
            laneOf={({ day, startTime }) => `${day || eventDay} ${startTime}`}
            className="item-rows"
          >
            {(event) => <EventRow event={event} day={dayShown(event)} speakers={speakersOf(event)} />}
          </ItemList>
        </section>
      )
    }

  return (
    <Collection
      collection="events"
      note="Se ordenan por día y hora de inicio; los que empiezan a la misma hora, por su orden."
      incomplete={incomplete}
      alsoKnownBy={(event) => [...speakersOf(event), event.track, dayShown(event) && dayInWords(dayShown(event))].join(' ')}
      fields={(input, control) => (
        <EventFields
          input={input}
          control={control}
          scenarios={rooms.data ?? []}
          speakers={speakers}
          events={all}
          eventDay={eventDay}
        />
      )}
    >
      {(events, edit) => (
        <Loading loaded={rooms} onRetry={collections.scenarios.load}>
          {(scenarios) => [everywhere, ...scenarios].map(list(events, edit))}
        </Loading>
      )}
    </Collection>
  )
}
