import type { DraftMoves } from './use-draft-moves.ts'

export function UnsavedMoves({ draft: { moves, ...buttons } }: { draft: DraftMoves }) {
  if (moves.size === 0) return null
  return (
    <div className="alert alert-warning alert-soft flex flex-wrap gap-2">
      <p role="status" className="min-w-0 flex-1 basis-60">
        En el horario: {unsavedCount(moves.size)}
      </p>
      <DraftButtons {...buttons} />
    </div>
  )
}

export const unsavedCount = (count: number) => (count === 1 ? '1 cambio sin guardar.' : `${count} cambios sin guardar.`)

type ButtonProps = { isBusy: boolean; discard: () => unknown; save: () => unknown }

export const DraftButtons = ({ isBusy, discard, save }: ButtonProps) => (
  <>
    <button type="button" className="btn btn-sm" disabled={isBusy} onClick={discard}>
      Descartar
    </button>
    <button type="button" className="btn btn-primary btn-sm" disabled={isBusy} onClick={save}>
      Guardar
    </button>
  </>
)
