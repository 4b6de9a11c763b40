import { useState } from 'react'
import type { ImportRow } from '../../../data/import/plan.ts'
import type { Columns } from '../../../data/import/source.ts'
import { useAccepting } from '../forms/use-accepting.ts'
import { DialogActions } from '../ui/DialogActions.tsx'
import { ColumnChoice, programmeFields } from './ColumnChoice.tsx'
import { type ChosenFile, type Preview, takeOver } from './importing.ts'
import { RowList } from './RowList.tsx'
import { changeGroups, isBlocked, summaryOf } from './rows.ts'

type Props = { file: ChosenFile; preview: Preview; onColumns: (columns: Columns) => void; onClose: () => void }

/** What a file would change, what of it is wanted, and taking that over. */
export function ImportPreview({ file, preview: { rows, columns }, onColumns, onClose }: Props) {
  const wanted = () => rows.filter(isWanted).map(({ id }) => id)
  const { accepted, accept, problem, isBusy, take } = useAccepting(wanted, 'No se pudo traer. Inténtalo de nuevo.')
  const [photos, setPhotos] = useState(true)

  async function takeAccepted() {
    await takeOver({ file, columns, accept: [...accepted], photos })
    onClose()
  }

  return (
    <>
      {Object.keys(columns).length > 0 && <ColumnChoice columns={columns} fields={programmeFields} onChange={onColumns} />}
      <p role="status" className="font-semibold">
        {summaryOf(rows)}
      </p>
      <div className="flex flex-col gap-5">
        {changeGroups(rows).map(({ key, ...group }) => (
          <RowList key={key} {...group} accepted={accepted} onAccept={accept} />
        ))}
      </div>
      <label className="flex min-h-8 cursor-pointer items-center gap-3 text-sm">
        <input
          type="checkbox"
          className="checkbox checkbox-sm"
          checked={photos}
          onChange={({ target }) => setPhotos(target.checked)}
        />
        Traer también las fotos que el archivo nombra, de quienes no tienen
      </label>
      <p role="alert" className="text-error text-sm font-semibold empty:hidden">
        {problem}
      </p>
      <DialogActions
        label={isBusy ? 'Trayendo...' : accepted.size === 1 ? 'Traer 1 ficha' : `Traer ${accepted.size} fichas`}
        isBusy={isBusy || (accepted.size === 0 && !photos)}
        onClick={() => void take(takeAccepted)}
        onCancel={onClose}
      />
    </>
  )
}

/** What is taken over unless somebody says otherwise: nothing that would be lost here. */
const isWanted = (row: ImportRow) => (row.change === 'new' || row.change === 'changed') && !isBlocked(row)
