import { useStore } from '@nanostores/react'
import { dayMs } from '../../../data/time.ts'
import { formatCount } from '../../text/format-count.ts'
import { useFormatDate } from '../shell/time-zone.ts'
import { $deletion } from './deletion.ts'
import { StatusLine } from './StatusLine.tsx'

const noticeMs = 7 * dayMs

export function DeletionLine() {
  const formatDate = useFormatDate()
  const { data } = useStore($deletion)
  if (!data || data.people === 0 || Date.parse(data.at) - Date.now() > noticeMs) return null
  const people =
    data.people === 1 ? 'los datos de 1 persona registrada' : `los datos de ${formatCount(data.people)} personas registradas`
  return (
    <StatusLine color="bg-warning">
      El {formatDate(data.at, "d 'de' MMMM 'a las' HH:mm")} se borran {people}. Descarga antes lo que necesites; el plazo está en
      Ajustes · Privacidad.
    </StatusLine>
  )
}
