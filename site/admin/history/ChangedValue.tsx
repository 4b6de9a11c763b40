import { useMemo, useState } from 'react'
import type { ContentKey } from '../../../data/content/schema.ts'
import { mediaUrl } from '../../text/text.ts'
import { fieldOf } from '../content/kinds.ts'
import { useNames } from './item-names.tsx'
import { wordsChanged } from './text-diff.ts'
import { valueInWords } from './values.ts'

type Props = { section: ContentKey; field: string; before: unknown; after: unknown; timeZone: string }

export function ChangedValue({ section, field, before, after, timeZone }: Props) {
  const names = useNames()
  if (fieldOf(section, field).is === 'picture') {
    return (
      <span className="flex flex-wrap items-center gap-2">
        <Picture address={String(before ?? '')} label="Antes" />
        <span aria-hidden="true">→</span>
        <Picture address={String(after ?? '')} label="Después" />
      </span>
    )
  }
  const shown = (value: unknown) => valueInWords(section, field, value, { timeZone, names })
  return <ChangedText before={shown(before)} after={shown(after)} />
}

export function ChangedText({ before, after }: { before: string; after: string }) {
  const pieces = useMemo(() => wordsChanged(before, after), [before, after])
  if (!pieces) {
    return (
      <>
        <Removed>{before}</Removed> <span aria-hidden="true">→</span> <Added>{after}</Added>
      </>
    )
  }
  return pieces.map(({ text, kind }, index) => {
    // The pieces keep their order.
    const key = `${index} ${kind}`
    if (kind === 'before') return <Removed key={key}>{text}</Removed>
    return kind === 'after' ? <Added key={key}>{text}</Added> : <span key={key}>{text}</span>
  })
}

const Removed = ({ children }: { children: string }) => (
  <del>
    <span className="sr-only">[se quitó:] </span>
    {children}
    <span className="sr-only"> </span>
  </del>
)

const Added = ({ children }: { children: string }) => (
  <ins>
    <span className="sr-only">[se puso:] </span>
    {children}
    <span className="sr-only"> </span>
  </ins>
)

function Picture({ address, label }: { address: string; label: string }) {
  const [isBroken, setIsBroken] = useState(false)
  if (address === '') return <span>(ninguna)</span>
  return isBroken ? (
    <span className="text-base-content/75">(ya no está)</span>
  ) : (
    <img src={mediaUrl(address)} alt={label} loading="lazy" className="changed-picture" onError={() => setIsBroken(true)} />
  )
}
