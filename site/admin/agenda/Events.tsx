import { useStore } from '@nanostores/react'
import type { AgendaEvent } from '../../../data/schema.ts'
import { Collection } from '../collections/Collection.tsx'
import { Hidden } from '../collections/Hidden.tsx'
import { ItemList } from '../collections/ItemList.tsx'
import { collectionStores } from '../stores/collections.ts'
import { Loading } from '../ui/Loading.tsx'
import { EventFields } from './EventFields.tsx'

/** Only these two are asked for in a toast; whatever else does not fit is said at its field. */
const incomplete = (fields: string[]) =>
  fields.includes('title') || fields.includes('scenarioId')
    ? ({ kind: 'error', title: 'Campos requeridos', text: 'Por favor completa el título y selecciona un escenario.' } as const)
    : undefined

/** What happens when: the events of each scenario by start time. */
export function Events() {
  const places = useStore(collectionStores.scenarios.$loaded)
  const { data: speakers = [] } = useStore(collectionStores.speakers.$loaded)
  const speakerOf = ({ speakerId }: AgendaEvent) => speakers.find(({ id }) => id === speakerId)

  return (
    <Collection
      collection="events"
      note="Se ordenan por hora de inicio; los que empiezan a la misma hora, por su orden."
      incomplete={incomplete}
      alsoKnownBy={(event) => speakerOf(event)?.name ?? ''}
      fields={(control) => <EventFields control={control} scenarios={places.data ?? []} speakers={speakers} />}
    >
      {(events, edit) => (
        <Loading loaded={places} onRetry={collectionStores.scenarios.load}>
          {(scenarios) =>
            scenarios.map((scenario) => {
              const inScenario = events.filter(({ scenarioId }) => scenarioId === scenario.id)
              return inScenario.length === 0 ? null : (
                <section key={scenario.id} className="flex flex-col gap-3" aria-label={scenario.name}>
                  <h3 className="flex flex-wrap items-center gap-2 font-bold wrap-anywhere">
                    {scenario.name} <span className="text-base-content/75 font-normal">({inScenario.length})</span>
                    <Hidden item={scenario} />
                  </h3>
                  <ItemList
                    collection="events"
                    items={inScenario}
                    nameOf={({ title }) => title}
                    onEdit={edit}
                    laneOf={({ startTime }) => startTime}
                    className="item-rows"
                  >
                    {(event) => (
                      <div className="flex flex-1 gap-4">
                        <p className="w-12 shrink-0 font-semibold tabular-nums">
                          {event.startTime}
                          {event.endTime && (
                            <span className="text-base-content/75 block text-sm font-normal">
                              <span className="sr-only">a </span>
                              {event.endTime}
                            </span>
                          )}
                        </p>
                        <div className="flex min-w-0 flex-col items-start gap-0.5">
                          <h4 className="leading-snug font-bold wrap-anywhere">{event.title}</h4>
                          <p className="text-base-content/75 text-sm">{speakerOf(event)?.name ?? 'Sin speaker'}</p>
                          <Hidden item={event} />
                        </div>
                      </div>
                    )}
                  </ItemList>
                </section>
              )
            })
          }
        </Loading>
      )}
    </Collection>
  )
}
