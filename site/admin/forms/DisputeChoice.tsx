import { createContext, useContext, useId, useState } from 'react'
import type { ContentKey } from '../../../data/content/schema.ts'
import { ChangedText } from '../history/ChangedValue.tsx'
import { useItemNames } from '../history/item-names.tsx'
import { valueInWords } from '../history/values.ts'
import { TimeZoneContext } from '../shell/time-zone.ts'

export type Dispute = { yours: unknown; theirs: unknown; editor: string }

type Disputes = {
  section: ContentKey | undefined
  byField: Record<string, Dispute>
  choose: (name: string, value: unknown) => void
}

export const DisputesContext = createContext<Disputes>({ section: undefined, byField: {}, choose: () => {} })

export function DisputeChoice({ name }: { name: string }) {
  const { section, byField, choose } = useContext(DisputesContext)
  const dispute = byField[name]
  return dispute && section ? (
    <Choice
      key={`${dispute.editor} ${dispute.theirs}`}
      {...dispute}
      section={section}
      name={name}
      onChoose={(value) => choose(name, value)}
    />
  ) : null
}

export const ToFirstChoice = () => (
  <button
    type="button"
    className="link justify-self-start text-start text-sm font-semibold"
    onClick={({ currentTarget }) => {
      const chosen = currentTarget.form?.querySelector<HTMLElement>('.dispute input:checked')
      chosen?.closest('.dispute')?.scrollIntoView({ block: 'start' })
      chosen?.focus({ preventScroll: true })
    }}
  >
    Ir al primero
  </button>
)

const maxPlainLength = 80

type Props = Dispute & { section: ContentKey; name: string; onChoose: (value: unknown) => void }

function Choice({ section, name, yours, theirs, editor, onChoose }: Props) {
  const [isTheirs, setIsTheirs] = useState(false)
  const id = useId()
  const timeZone = useContext(TimeZoneContext)
  const names = useItemNames()
  const inWords = (value: unknown) => valueInWords(section, name, value, { timeZone, names })
  const [mine, other] = [inWords(yours), inWords(theirs)]
  const isLong = Math.min(mine.length, other.length) > maxPlainLength
  const sides = [
    { label: 'Tuyo', value: yours, content: mine },
    { label: `De ${editor}`, value: theirs, content: isLong ? <ChangedText before={mine} after={other} /> : other },
  ]
  return (
    <fieldset className="dispute">
      <legend className="sr-only">¿Cuál se guarda?</legend>
      {sides.map(({ label, value, content }, index) => (
        <label key={label} className="dispute-side">
          <input
            type="radio"
            name={id}
            className="radio radio-sm radio-primary"
            checked={isTheirs === (index === 1)}
            onChange={() => {
              setIsTheirs(index === 1)
              onChoose(value)
            }}
          />
          <span className="min-w-0 wrap-anywhere whitespace-pre-line">
            <strong>{label}:</strong> {content}
          </span>
        </label>
      ))}
    </fieldset>
  )
}
