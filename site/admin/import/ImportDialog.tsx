import { useIsAdmin } from '../auth/AuthProvider.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { AddressForm } from './AddressForm.tsx'
import { FileChoice } from './FileChoice.tsx'
import { ImportPreview } from './ImportPreview.tsx'
import { previewImport, readAddress, readFile, sourceNames } from './importing.ts'
import { useChosenFile } from './use-chosen-file.ts'

const accepted = '.json,.xml,.csv,.xlsx,application/json,text/xml,text/csv'

/** Chooses a file, shows what it would change, and takes over what is wanted of it. */
export function ImportDialog({ onClose }: { onClose: () => void }) {
  const isAdmin = useIsAdmin()
  const { chosen, problems, isBusy, read, readAs } = useChosenFile(previewImport)
  return (
    <Dialog title="Traer el programa" isWide onClose={onClose}>
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
      {chosen && (
        <ImportPreview
          // Another file begins with a choice of its own.
          key={`${chosen.file.name} ${chosen.file.data.length} ${JSON.stringify(chosen.preview.columns)}`}
          {...chosen}
          onColumns={(columns) => void readAs(columns)}
          onClose={onClose}
        />
      )}
    </Dialog>
  )
}
