import { History } from 'lucide-react'
import type { ContentKey } from '../../../data/schema.ts'
import { $historyOf } from '../stores/history.ts'

/** Opens the history of a section or list. */
export function HistoryButton({ section }: { section: ContentKey }) {
  return (
    <button type="button" className="btn btn-ghost btn-sm" onClick={() => $historyOf.set({ section })}>
      <History className="size-4" aria-hidden="true" />
      Historial
    </button>
  )
}
