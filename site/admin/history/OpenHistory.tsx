import { useStore } from '@nanostores/react'
import { $historyOf } from '../content/history-of.ts'
import { Dialog } from '../ui/Dialog.tsx'
import { LazyPart } from '../ui/LazyPart.tsx'
import { loadOnce } from '../ui/load-once.ts'
import { NotLoaded } from '../ui/NotLoaded.tsx'

const load = loadOnce(() => import('./HistoryDialog.tsx').then(({ HistoryDialog }) => HistoryDialog))

const close = () => $historyOf.set(null)

export function OpenHistory() {
  const of = useStore($historyOf)
  return of ? (
    <LazyPart
      load={load}
      props={{ ...of, onClose: close }}
      failed={(retry) => (
        <Dialog title="Historial" onClose={close}>
          <NotLoaded onRetry={retry} />
        </Dialog>
      )}
    />
  ) : null
}
