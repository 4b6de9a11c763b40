import { useState } from 'react'
import { useIsAdmin } from '../auth/use-user.ts'
import { Dialog } from '../dialogs/Dialog.tsx'
import { AddressForm } from './AddressForm.tsx'
import { Choice } from './Choice.tsx'
import { ColumnChoice } from './ColumnChoice.tsx'
import { FileChoice } from './FileChoice.tsx'
import { previewImport, readAddress, readFile, sourceNames, takeOver } from './importing.ts'
import { excessOf, programmeFields, programmeGroups, programmeOrder } from './programme-rows.ts'
import { RowsPreview } from './RowsPreview.tsx'
import { choiceOf, useChosenFile } from './use-chosen-file.ts'

const accepted = '.json,.xml,.csv,.xlsx,application/json,text/xml,text/csv'

export function ImportDialog({ onClose }: { onClose: () => void }) {
  const isAdmin = useIsAdmin()
  const { chosen, problems, isBusy, read, readAs } = useChosenFile(previewImport)
  const [photos, setPhotos] = useState(true)
  const file = chosen && `${chosen.file.name} ${chosen.file.data.length}`
  return (
    <Dialog title="Importar el programa" isWide onClose={onClose}>
      {!chosen && (
        <p className="text-base-content/75 text-sm">
          Charlas, speakers y escenarios de pretalx, Sessionize, frab, Excel o CSV. Primero ves qué cambiaría; nada se guarda
          hasta que lo traigas, y se deshace de una vez.
        </p>
      )}
      <FileChoice
        label="Archivo del programa"
        accept={accepted}
        isBusy={isBusy}
        busy="Leyendo..."
        problem={problems.file}
        onFile={(file) => void read(() => readFile(file))}
      >
        {chosen && (
          <p className="min-w-0 text-sm wrap-anywhere">
            <strong>{chosen.file.name}</strong>: {sourceNames[chosen.file.source]}
          </p>
        )}
      </FileChoice>
      {isAdmin && (
        <AddressForm
          isBusy={isBusy}
          read={chosen}
          problem={problems.address}
          onRead={(url) => void read(() => readAddress(url), 'address')}
        />
      )}
      {chosen?.preview.table && (
        <ColumnChoice
          key={`columns ${file}`}
          columns={chosen.preview.columns}
          table={chosen.preview.table}
          fields={programmeFields}
          isNeeded={chosen.preview.missing !== null}
          onChoose={(choice) => void readAs(choice)}
        />
      )}
      {chosen?.preview.missing && (
        <p role="status" className="font-semibold">
          Indica arriba cuál columna tiene el título de cada charla.
        </p>
      )}
      {chosen?.preview.missing === null && (
        <RowsPreview
          key={chosen.reading}
          groups={programmeGroups(chosen.preview.rows)}
          order={programmeOrder}
          isBusy={isBusy}
          excess={(accepted) => excessOf(chosen.preview, accepted)}
          label={(count) => (count === 1 ? 'Importar 1 ficha' : `Importar ${count} fichas`)}
          busyLabel="Importando..."
          canTakeNone={photos}
          failure="No se pudo importar. Inténtalo de nuevo."
          onTake={async (accept) => {
            await takeOver({ file: chosen.file, choice: choiceOf(chosen.preview), accept, photos })
            onClose()
          }}
          onClose={onClose}
        >
          {() => (
            <Choice
              label="Importar también las fotos que el archivo nombra, de quienes no tienen"
              isChosen={photos}
              onChoose={setPhotos}
            />
          )}
        </RowsPreview>
      )}
    </Dialog>
  )
}
