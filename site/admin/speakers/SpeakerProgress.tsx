import { CircleCheck } from 'lucide-react'
import type { SpeakerStatus } from '../../../data/speakers/status.ts'
import { missingInWords } from './speaker-links.ts'

export function SpeakerProgress({ status }: { status: SpeakerStatus }) {
  const { hasLink, askedAt, confirmedAt, proposal } = status
  const missing = missingInWords(status)
  const facts = [
    confirmedAt ? 'Confirmó' : (hasLink || askedAt) && 'No ha confirmado',
    missing && `falta: ${missing}`,
    proposal && 'propuso cambios',
  ].filter(Boolean)
  if (facts.length === 0) return null
  return (
    <p className="text-base-content/75 mt-1 flex items-start gap-1.5 text-sm leading-snug">
      {confirmedAt && <CircleCheck className="text-success mt-0.5 size-4 shrink-0" aria-hidden="true" />}
      <span className="block first-letter:uppercase">{facts.join(' · ')}</span>
    </p>
  )
}
