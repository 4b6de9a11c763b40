import { Upload } from 'lucide-react'
import { useRef, useState } from 'react'
import type { Columns } from '../../../data/content/import-source.ts'
import { useIsAdmin } from '../auth/AuthProvider.tsx'
import { fileProblem } from '../calls/messages.ts'
import { Dialog } from '../ui/Dialog.tsx'
import { AddressForm } from './AddressForm.tsx'
import { ImportPreview } from './ImportPreview.tsx'
import { type ChosenFile, type Preview, previewImport, readAddress, readFile, sourceNames } from './importing.ts'

type Chosen = { file: ChosenFile; preview: Preview }

const accepted = '.json,.xml,.csv,.xlsx,application/json,text/xml,text/csv'

/** Chooses a file, shows what it would change, and takes over what is wanted of it. */
export function ImportDialog({ onClose }: { onClose: () => void }) {
  const isAdmin = useIsAdmin()
  const input = useRef<HTMLInputElement>(null)
  const [chosen, setChosen] = useState<Chosen | null>(null)
  const [problem, setProblem] = useState({ of: 'file', text: '' })
  const [isBusy, setIsBusy] = useState(false)

  async function read(get: () => Promise<ChosenFile>, columns?: Columns, of: 'file' | 'address' = 'file') {
    if (isBusy) return
    setIsBusy(true)
    setProblem({ of, text: '' })
    try {
      const file = await get()
      setChosen({ file, preview: await previewImport(file, columns) })
    } catch (error) {
      setProblem({ of, text: fileProblem(error) })
    } finally {
      setIsBusy(false)
    }
  }

  return (
    <Dialog title="Traer el programa" isWide onClose={onClose}>
      <p className="text-base-content/75 text-sm">
        Charlas, speakers y escenarios de pretalx, Sessionize, frab, Excel o CSV. Primero ves qué cambiaría; nada se guarda hasta
        que lo traigas, y se deshace de una vez.
      </p>
      <div className="flex flex-wrap items-center gap-3">
        <button type="button" className="btn" aria-disabled={isBusy} onClick={() => isBusy || input.current?.click()}>
          <Upload className="size-4" aria-hidden="true" />
          {isBusy ? 'Leyendo...' : chosen ? 'Elegir otro archivo' : 'Elegir archivo'}
        </button>
        <input
          ref={input}
          type="file"
          accept={accepted}
          aria-label="Archivo del programa"
          hidden
          onChange={({ target }) => {
            const [file] = target.files ?? []
            if (file) void read(() => readFile(file))
            // So that the same file can be picked again.
            target.value = ''
          }}
        />
        {chosen && (
          <p className="min-w-0 text-sm wrap-anywhere">
            <strong>{chosen.file.name}</strong>: {sourceNames[chosen.file.source]}
          </p>
        )}
      </div>
      <p role="alert" className="text-error text-sm font-semibold empty:hidden">
        {problem.of === 'file' && problem.text}
      </p>
      {isAdmin && (
        <AddressForm
          isBusy={isBusy}
          problem={problem.of === 'address' ? problem.text : ''}
          onRead={(url) => void read(() => readAddress(url), undefined, 'address')}
        />
      )}
      {chosen && (
        <ImportPreview
          // Another file begins with a choice of its own.
          key={`${chosen.file.name} ${chosen.file.data.length} ${JSON.stringify(chosen.preview.columns)}`}
          {...chosen}
          onColumns={(columns) => void read(async () => chosen.file, columns)}
          onClose={onClose}
        />
      )}
    </Dialog>
  )
}
