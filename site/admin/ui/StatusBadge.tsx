import type { Registration } from '../../../data/registrations/schema.ts'

export function StatusBadge({
  isConfirmed,
  status,
  unconfirmedAt,
}: Pick<Registration, 'isConfirmed' | 'status' | 'unconfirmedAt'>) {
  if (status === 'cancelled') return <span className="badge badge-ghost badge-sm">Cancelado</span>
  if (unconfirmedAt !== null && status === 'waitlisted') return <span className="badge badge-info badge-sm">No confirmó</span>
  if (status === 'waitlisted') return <span className="badge badge-info badge-sm">En espera</span>
  return isConfirmed ? (
    <span className="badge badge-success badge-sm">Confirmado</span>
  ) : (
    <span className="badge badge-warning badge-sm">Pendiente</span>
  )
}
