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
  const inWords = (value: unknown) => valueInWords(section, field, value, { timeZone, names })
  return <ChangedText before={inWords(before)} after={inWords(after)} />
}

export function ChangedText({ before, after }: { before: string; after: string }) {
  const pieces = useMemo(() => wordsChanged(before, after), [before, after])
  if (!pieces) {
    return (
      <>
        <Marked as="del">{before}</Marked> <span aria-hidden="true">→</span> <Marked as="ins">{after}</Marked>
      </>
    )
  }
  return pieces.map(({ text, kind }, index) => {
    const key = `${index} ${kind}`
    if (kind === 'same') return <span key={key}>{text}</span>
    return (
      <Marked key={key} as={kind === 'before' ? 'del' : 'ins'}>
        {text}
      </Marked>
    )
  })
}

const Marked = ({ as: Mark, children }: { as: 'del' | 'ins'; children: string }) => (
  <Mark>
    <span className="sr-only">{Mark === 'del' ? '[se quitó:] ' : '[se puso:] '}</span>
    {children}
    <span className="sr-only"> </span>
  </Mark>
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
