import { useStore } from '@nanostores/react'
import { useTransition } from 'react'
import { Button } from '../ui/Button.tsx'
import { $published, loadPublished, publishAgain } from './publish.ts'
import { Age, StatusLine } from './StatusLine.tsx'

export function PublishLine() {
  const { data, error } = useStore($published)

  // The element stays, because screen readers announce changes only in existing elements.
  return (
    <div className="min-h-5" role="status">
      {data?.error ? (
        <Failed reason={data.error} />
      ) : data?.pending ? (
        <StatusLine color="bg-warning">
          La página está en vivo; {data.pending === 1 ? 'falta la página' : `faltan las páginas`} de {data.pending}{' '}
          {data.pending === 1 ? 'charla o speaker' : 'charlas y speakers'}…
        </StatusLine>
      ) : data && data.savedRevision > data.revision ? (
        <StatusLine color="bg-warning">Guardado. Los visitantes todavía ven la versión anterior.</StatusLine>
      ) : data?.remote?.pending ? (
        <Pending reason={data.remote.error} />
      ) : data ? (
        <StatusLine color="bg-success">
          En vivo
          {/* Hidden, because a screen reader would read the age every second. */}
          {data.liveSinceMs !== null && (
            <span aria-hidden="true">
              {' '}
              · <Age sinceMs={data.liveSinceMs} />
            </span>
          )}
        </StatusLine>
      ) : error ? (
        <StatusLine color="bg-warning">
          No se pudo saber qué está en vivo.{' '}
          <button type="button" className="link" onClick={loadPublished}>
            Volver a consultar
          </button>
        </StatusLine>
      ) : null}
    </div>
  )
}

function Pending({ reason }: { reason: string | null }) {
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <StatusLine color="bg-warning">
        Publicado aquí, pendiente en la copia externa
        {reason === null ? '…' : `: ${reason}.`}
      </StatusLine>
      {reason !== null && <Retry />}
    </div>
  )
}

function Failed({ reason }: { reason: string }) {
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <StatusLine color="bg-error">
        <strong>No se publicó:</strong> {reason}. Los visitantes siguen viendo la versión anterior.
      </StatusLine>
      <Retry />
    </div>
  )
}

function Retry() {
  const [isBusy, run] = useTransition()
  return (
    <Button
      label={isBusy ? 'Publicando...' : 'Reintentar'}
      className="btn btn-xs btn-outline"
      disabled={isBusy}
      onClick={() => run(publishAgain)}
    />
  )
}
