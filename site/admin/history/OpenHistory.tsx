import { useStore } from '@nanostores/react'
import { $historyOf } from '../content/history-of.ts'
import { LazyDialog } from '../dialogs/LazyPart.tsx'
import { loadOnce } from '../ui/load-once.ts'

const load = loadOnce(() => import('./HistoryDialog.tsx').then(({ HistoryDialog }) => HistoryDialog))

const close = () => $historyOf.set(null)

export function OpenHistory() {
  const openHistory = useStore($historyOf)
  return openHistory && <LazyDialog load={load} props={{ ...openHistory, onClose: close }} title="Historial" />
}
