type Props = { at: number; subject?: string; onRecover: () => void; onDiscard: () => void }

/** `at` is when the draft was stored, in milliseconds. */
export function DraftOffer({ at, subject, onRecover, onDiscard }: Props) {
  return (
    <div role="status" className="alert alert-warning alert-soft flex flex-wrap items-center gap-3">
      <p className="grow">
        Tienes cambios sin guardar {when(at)}
        {subject && <> en {subject}</>}
      </p>
      <div className="flex gap-2">
        <button
          type="button"
          className="btn btn-sm btn-primary"
          onClick={onRecover}
          aria-label={subject && `Recuperar ${subject}`}
        >
          Recuperar
        </button>
        <button type="button" className="btn btn-sm" onClick={onDiscard} aria-label={subject && `Descartar ${subject}`}>
          Descartar
        </button>
      </div>
    </div>
  )
}

function when(at: number): string {
  const time = new Date(at).toLocaleTimeString('es-GT', { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })
  const isToday = new Date(at).toDateString() === new Date().toDateString()
  const day = new Date(at).toLocaleDateString('es-GT', { day: 'numeric', month: 'long' })
  return isToday ? `de las ${time}` : `del ${day} a las ${time}`
}
