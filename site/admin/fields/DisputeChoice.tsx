import { createContext, useContext, useId, useState } from 'react'
import { collectionStores } from '../stores/collections.ts'

/** A field that somebody else changed as well: what both made of it, and who the other is. */
export type Dispute = { yours: unknown; theirs: unknown; who: string }

type Disputes = { of: Record<string, Dispute>; choose: (name: string, value: unknown) => void }

export const DisputesContext = createContext<Disputes>({ of: {}, choose: () => {} })

/** At a field that two people changed: whose text is to be saved. Nothing where there is no question. */
export function DisputeChoice({ name }: { name: string }) {
  const { of, choose } = useContext(DisputesContext)
  const dispute = of[name]
  return dispute ? (
    <Choice key={`${dispute.who} ${dispute.theirs}`} {...dispute} onChoose={(value) => choose(name, value)} />
  ) : null
}

function Choice({ yours, theirs, who, onChoose }: Dispute & { onChoose: (value: unknown) => void }) {
  const [isTheirs, setIsTheirs] = useState(false)
  const id = useId()
  const sides = [
    { label: 'Tuyo', value: yours, isChosen: !isTheirs },
    { label: `De ${who}`, value: theirs, isChosen: isTheirs },
  ]
  return (
    <fieldset className="dispute">
      <legend className="sr-only">¿Cuál se guarda?</legend>
      {sides.map(({ label, value, isChosen }, index) => (
        <label key={label} className="dispute-side">
          <input
            type="radio"
            name={id}
            className="radio radio-sm radio-primary mt-0.5"
            checked={isChosen}
            onChange={() => {
              setIsTheirs(index === 1)
              onChoose(value)
            }}
          />
          <span className="min-w-0 wrap-anywhere whitespace-pre-line">
            <strong>{label}:</strong> {inWords(value)}
          </span>
        </label>
      ))}
    </fieldset>
  )
}

function inWords(value: unknown): string {
  if (Array.isArray(value)) return value.map(entryInWords).join('\n') || '(vacío)'
  if (typeof value === 'boolean') return value ? 'sí' : 'no'
  return value === '' || value === null || value === undefined ? '(vacío)' : String(value)
}

/** A speaker by their name, a link by what it is called and where it leads. */
function entryInWords(entry: unknown): string {
  if (typeof entry === 'object' && entry !== null) return Object.values(entry).join(': ')
  const speaker = collectionStores.speakers.$loaded.get().data?.find(({ id }) => id === entry)
  return speaker?.name ?? String(entry)
}
