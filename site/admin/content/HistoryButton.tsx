import { History } from 'lucide-react'
import type { ContentKey } from '../../../data/content/schema.ts'
import { $historyOf } from './history-of.ts'
import { kinds } from './kinds.ts'

export function HistoryButton({ section }: { section: ContentKey }) {
  return (
    <button
      type="button"
      className="btn btn-ghost btn-sm"
      aria-label={`Historial de ${kinds[section].label}`}
      onClick={() => $historyOf.set({ section })}
    >
      <History className="size-4" aria-hidden="true" />
      Historial
    </button>
  )
}
