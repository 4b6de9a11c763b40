import { TriangleAlert } from 'lucide-react'
import type { AgendaEvent, Scenario, Speaker } from '../../../data/content/schema.ts'
import { collisionSentence } from '../../../data/programme/collision-sentence.ts'
import type { Collision } from '../../../data/programme/collisions.ts'

type Props = {
  event: AgendaEvent
  collisions: readonly Collision[]
  scenarios: readonly Scenario[]
  speakers: readonly Speaker[]
  className?: string
}

const maxNotesCount = 3

export function CollisionNotes({ event, collisions, scenarios, speakers, className = '' }: Props) {
  return (
    <div className={`${className} flex items-start gap-2 text-sm`}>
      <TriangleAlert className="mt-0.5 size-4 shrink-0" aria-hidden="true" />
      <ul className="min-w-0">
        {collisions.slice(0, maxNotesCount).map((collision) => (
          <li key={collision.with.id} className="wrap-anywhere">
            {collisionSentence(event, collision, scenarios, speakers)}
          </li>
        ))}
        {collisions.length > maxNotesCount && <li>Y con {collisions.length - maxNotesCount} más.</li>}
      </ul>
    </div>
  )
}
