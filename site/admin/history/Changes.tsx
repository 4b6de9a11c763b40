import type { Change } from '../../../data/content/changes.ts'
import type { ContentKey } from '../../../data/content/schema.ts'
import { fieldOf } from '../content/kinds.ts'
import { ChangedValue } from './ChangedValue.tsx'

type Props = {
  section: ContentKey
  changes: Change[]
  timeZone: string
  areMade: boolean
}

export function Changes({ section, changes, timeZone, areMade }: Props) {
  const labels = areMade ? { added: 'Se agregó', removed: 'Se eliminó' } : { added: 'Vuelve', removed: 'Se quita' }
  const items = Map.groupBy(changes, ({ id }) => id ?? '')
  return [...items].map(([id, ofItem]) => {
    const name = ofItem[0]?.name || (id && '(sin nombre)')
    const itemChange = ofItem.find(({ field }) => field === null)
    if (itemChange) {
      const isRemoved = itemChange.after === null
      const Mark = isRemoved ? 'del' : 'ins'
      return (
        <p key={id} className="text-sm wrap-anywhere">
          {isRemoved ? labels.removed : labels.added}{' '}
          <Mark className="font-semibold" dir="auto">
            {name}
          </Mark>
        </p>
      )
    }
    return (
      <div key={id} className="flex flex-col gap-1">
        {name && (
          <p dir="auto" className="text-sm font-semibold wrap-anywhere">
            {name}
          </p>
        )}
        <dl className="changes">
          {ofItem.map(({ field, before, after }) => (
            <div key={field}>
              <dt>{fieldOf(section, field ?? '').label}</dt>
              <dd dir="auto">
                <ChangedValue section={section} field={field ?? ''} before={before} after={after} timeZone={timeZone} />
              </dd>
            </div>
          ))}
        </dl>
      </div>
    )
  })
}
