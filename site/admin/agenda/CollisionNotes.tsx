import { TriangleAlert } from 'lucide-react'
import { collisionSentence } from '../../../data/content/collision-sentence.ts'
import type { Collision } from '../../../data/content/collisions.ts'
import type { AgendaEvent, Scenario, Speaker } from '../../../data/content/schema.ts'

type Props = {
  event: AgendaEvent
  collisions: readonly Collision[]
  scenarios: readonly Scenario[]
  speakers: readonly Speaker[]
  className?: string
}

/** As many as are read at a glance. */
const shown = 3

/** With what an event collides, and why. */
export function CollisionNotes({ event, collisions, scenarios, speakers, className = '' }: Props) {
  return (
    <div className={`${className} flex items-start gap-2 text-sm`}>
      <TriangleAlert className="mt-0.5 size-4 shrink-0" aria-hidden="true" />
      <ul className="min-w-0">
        {collisions.slice(0, shown).map((collision) => (
          <li key={collision.with.id} className="wrap-anywhere">
            {collisionSentence(event, collision, scenarios, speakers)}
          </li>
        ))}
        {collisions.length > shown && <li>Y con {collisions.length - shown} más.</li>}
      </ul>
    </div>
  )
}
