import { useStore } from '@nanostores/react'
import { Collection } from '../content/Collection.tsx'
import { collections } from '../content/collections.ts'
import { Hidden } from '../content/Hidden.tsx'
import { ItemList } from '../content/ItemList.tsx'
import { TextField } from '../forms/TextField.tsx'
import { ImportButton } from '../import/ImportButton.tsx'

export function Scenarios() {
  const { data: events } = useStore(collections.events.$loaded)
  const countIn = (id: string) => events?.filter(({ scenarioId }) => scenarioId === id).length

  return (
    <Collection
      collection="scenarios"
      tools={<ImportButton />}
      whenHidden={({ id }) => (countIn(id) ? 'Sus eventos tampoco se ven, salvo los que son para todos.' : '')}
      fields={(input) => (
        <>
          <TextField {...input('name')} required />
          <TextField {...input('description')} rows={3} />
        </>
      )}
    >
      {(scenarios, actions) => (
        <ItemList collection="scenarios" items={scenarios} nameOf={({ name }) => name} {...actions} className="item-cards">
          {(scenario) => (
            <div className="flex flex-col items-start gap-1">
              <h3 dir="auto" className="leading-snug font-bold wrap-anywhere">
                {scenario.name}
              </h3>
              {scenario.description && (
                <p className="text-base-content/75 text-sm leading-snug wrap-anywhere whitespace-pre-line">
                  {scenario.description}
                </p>
              )}
              <p className="text-sm">{eventCount(countIn(scenario.id))}</p>
              <Hidden item={scenario} />
            </div>
          )}
        </ItemList>
      )}
    </Collection>
  )
}

const eventCount = (count: number | undefined) => (count === undefined ? '' : count === 1 ? '1 evento' : `${count} eventos`)
