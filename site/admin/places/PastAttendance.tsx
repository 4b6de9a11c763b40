import { useStore } from '@nanostores/react'
import { type Control, useWatch } from 'react-hook-form'
import type { Places } from '../../../data/content/places.ts'
import { formatCount } from '../../text/format-count.ts'
import { editions } from '../editions/editions.ts'
import { pastAttendance } from './past-attendance.ts'

export function PastAttendance({ control }: { control: Control<Places> }) {
  const capacity = useWatch({ control, name: 'capacity' })
  const { data: list } = useStore(editions.$loaded)
  const past = pastAttendance(list ?? [], capacity)
  if (!past) return null
  const { percent, places } = past
  return (
    <p className="text-base-content/75 max-w-prose text-sm">
      De quienes tenían lugar en ediciones anteriores llegó el {percent} %.
      {places !== null && capacity !== null && ` Con ${formatCount(capacity)} lugares se pueden dar unos ${formatCount(places)}.`}
    </p>
  )
}
