import { useEffect } from 'react'
import { formatCount } from '../../text/format-count.ts'
import type { ToastAction } from '../../toast/toast.ts'
import { useFormatDate } from '../shell/time-zone.ts'
import { Button } from '../ui/Button.tsx'

const pollIntervalMs = 3000

type Props = {
  last: { at: string; queued: number; sent: number; failed: number; stopped: boolean }
  name: string
  stopping: ToastAction
  onWatch: () => void
}

export function MailProgress({ last, name, stopping, onWatch }: Props) {
  const formatDate = useFormatDate()
  const { at, queued, sent, failed, stopped } = last
  const isUnderWay = queued > 0

  useEffect(() => {
    if (!isUnderWay) return
    const timer = setInterval(onWatch, pollIntervalMs)
    return () => clearInterval(timer)
  }, [isUnderWay, onWatch])

  return (
    <div className="flex w-full flex-col items-start gap-2 text-sm">
      <p>
        {isUnderWay ? 'En camino desde' : stopped ? `${name}, detenido:` : `${name}:`}{' '}
        {formatDate(at, "dd/MM/yyyy 'a las' HH:mm")}.
      </p>
      {isUnderWay && (
        <progress className="progress progress-primary w-full max-w-md" value={sent + failed} max={queued + sent + failed} />
      )}
      <p className="text-base-content/75">
        {formatCount(sent)} {sent === 1 ? 'entregado' : 'entregados'}
        {isUnderWay && `, ${formatCount(queued)} en cola`}
        {failed > 0 && `, ${formatCount(failed)} no ${failed === 1 ? 'llegó' : 'llegaron'}: míralos en Registros · Correos`}.
      </p>
      {isUnderWay && <Button label={stopping.label} className="btn btn-outline btn-sm" onClick={() => void stopping.run()} />}
    </div>
  )
}
