import { ToFirstChoice } from '../forms/DisputeChoice.tsx'
import type { useDisputes } from '../forms/use-disputes.ts'
import { type Unsent, unsentLabels } from '../forms/use-resend.ts'

type Props = {
  isDirty: boolean
  isSaving: boolean
  disputes: Pick<ReturnType<typeof useDisputes>, 'isOvertaken' | 'isDisputed' | 'hasChosen'>
  unsent: Unsent
  onLoadTheirs: () => void
}

export function SaveBar({ isDirty, isSaving, disputes, unsent, onLoadTheirs }: Props) {
  const { isOvertaken, isDisputed, hasChosen } = disputes
  const label = isOvertaken && !hasChosen ? 'Guardar mi versión' : 'Guardar Cambios'
  return (
    <div className="save-bar">
      <div role="alert" className="contents">
        {isOvertaken && (
          <div className="w-full">
            <p className="font-bold">Alguien más guardó cambios mientras editabas.</p>
            <p className="text-sm">
              <span className="max-sm:hidden">Lo que escribiste sigue aquí y todavía no se guardó. </span>
              Elige en cada campo marcado cuál queda. {isDisputed && <ToFirstChoice />}
            </p>
          </div>
        )}
      </div>
      <button type="submit" className="btn btn-primary" disabled={isSaving}>
        {isSaving ? 'Guardando...' : label}
      </button>
      {isOvertaken && (
        <button type="button" className="btn btn-outline" disabled={isSaving} onClick={onLoadTheirs}>
          Usar la otra versión
        </button>
      )}
      {unsent && !isSaving && <p role="status">{unsentLabels[unsent]}</p>}
      {isDirty && !isSaving && !isOvertaken && !unsent && (
        <p className="text-base-content/75 text-sm">Hay cambios sin guardar.</p>
      )}
    </div>
  )
}
