import { History } from 'lucide-react'
import type { ContentKey } from '../../../data/schema.ts'
import { $historyOf } from '../stores/history.ts'
import { nameOf } from './names.ts'

/** Opens the history of a section or list. */
export function HistoryButton({ section }: { section: ContentKey }) {
  return (
    <button
      type="button"
      className="btn btn-ghost btn-sm"
      aria-label={`Historial de ${nameOf(section)}`}
      onClick={() => $historyOf.set({ section })}
    >
      <History className="size-4" aria-hidden="true" />
      Historial
    </button>
  )
}
