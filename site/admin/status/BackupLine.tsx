import { useStore } from '@nanostores/react'
import { hourMs } from '../../../data/time.ts'
import { formatCount } from '../../text/format-count.ts'
import { $backups, type BackupsNow } from './backups.ts'
import { Age, StatusLine } from './StatusLine.tsx'

const megabytes = new Intl.NumberFormat('es-GT', { style: 'unit', unit: 'megabyte', maximumFractionDigits: 1 })

/** Backups are daily. The additional 12 hours are for a server that was off. */
const maxBackupAgeMs = 36 * hourMs

export function BackupLine() {
  const { data } = useStore($backups)
  if (!data) return null
  if (data.error) return <Failed {...data} reason={data.error} />
  if (!data.last || data.lastAtMs === null) {
    return (
      <StatusLine color="bg-warning">Todavía no hay un respaldo verificado. El primero se hace solo en unos minutos.</StatusLine>
    )
  }
  const isOld = Date.now() - data.lastAtMs > maxBackupAgeMs
  return (
    <StatusLine color={isOld ? 'bg-warning' : 'bg-success'}>
      {isOld && <strong>El respaldo diario no se está haciendo. </strong>}
      Último respaldo verificado: <Age sinceMs={data.lastAtMs} />
      <span className="max-sm:sr-only">
        {' '}
        · <span className="whitespace-nowrap">{megabytes.format(data.last.bytes / 1e6)}</span> ·{' '}
        {formatCount(data.last.registrations)} {data.last.registrations === 1 ? 'registro' : 'registros'}
      </span>
    </StatusLine>
  )
}

function Failed({ lastAtMs, reason }: BackupsNow & { reason: string }) {
  return (
    <div role="alert">
      <StatusLine color="bg-error">
        <strong>Falló el respaldo:</strong> {reason}.{' '}
        {lastAtMs === null ? (
          'No hay ninguno verificado.'
        ) : (
          <>
            El último verificado es de <Age sinceMs={lastAtMs} />.
          </>
        )}{' '}
        Se intenta de nuevo cada hora.
      </StatusLine>
    </div>
  )
}
