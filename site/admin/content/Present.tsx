import { Users } from 'lucide-react'
import type { ContentKey } from '../../../data/content/schema.ts'
import { collections } from './collections.ts'
import { isCollection, kinds } from './kinds.ts'
import { usePresence } from './use-presence.ts'

const list = new Intl.ListFormat('es')

export function Present({ section }: { section: ContentKey }) {
  // A list reloads at once. A form keeps the version it began with.
  const others = usePresence(section, kinds[section].tab, () => isCollection(section) && void collections[section].load())
  return (
    <div role="status" className="basis-full empty:hidden">
      {others.length > 0 && (
        <p className="text-base-content/75 flex items-center gap-2 text-sm">
          <Users className="size-4 shrink-0" aria-hidden="true" />
          {list.format(others)} también {others.length > 1 ? 'tienen' : 'tiene'} abierta esta sección.
        </p>
      )}
    </div>
  )
}
