import type { Change } from '../../../data/content/changes.ts'
import type { ContentKey } from '../../../data/content/schema.ts'
import { fieldOf } from '../content/kinds.ts'
import { ChangedValue } from './ChangedValue.tsx'

type Props = {
  section: ContentKey
  changes: Change[]
  timeZone: string
  /** False for a preview. */
  areMade: boolean
}

/** Created or deleted items take one line. */
export function Changes({ section, changes, timeZone, areMade }: Props) {
  const labels = areMade ? { added: 'Se agregó', removed: 'Se eliminó' } : { added: 'Vuelve', removed: 'Se quita' }
  const items = Map.groupBy(changes, ({ id }) => id ?? '')
  return [...items].map(([id, ofItem]) => {
    const name = ofItem[0]?.name || (id && '(sin nombre)')
    const whole = ofItem.find(({ field }) => field === null)
    if (whole) {
      return (
        <p key={id} className="text-sm wrap-anywhere">
          {whole.after === null ? labels.removed : labels.added}{' '}
          {whole.after === null ? (
            <del className="font-semibold" dir="auto">
              {name}
            </del>
          ) : (
            <ins className="font-semibold" dir="auto">
              {name}
            </ins>
          )}
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
