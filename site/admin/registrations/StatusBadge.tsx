/** Whether a registration is confirmed, in a word and a colour. */
export function StatusBadge({ isConfirmed }: { isConfirmed: boolean }) {
  return isConfirmed ? (
    <span className="badge badge-success badge-sm">Confirmado</span>
  ) : (
    <span className="badge badge-warning badge-sm">Pendiente</span>
  )
}
