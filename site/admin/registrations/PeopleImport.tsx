import { Upload } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { Columns } from '../../../data/content/import-source.ts'
import { formatPeople } from '../../format-count.ts'
import { showToast } from '../../toast/toast.ts'
import { fileProblem, serverMessage } from '../calls/messages.ts'
import { ColumnChoice } from '../import/ColumnChoice.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { PeoplePreviewed } from './PeoplePreviewed.tsx'
import {
  type LastImport,
  lastPeopleImport,
  type PeopleChosen,
  type PeoplePreview,
  previewPeople,
  readPeopleFile,
  takePeopleOut,
} from './people-import.ts'

type Chosen = { file: PeopleChosen; preview: PeoplePreview }

/** What a column of people can be. */
const fields = {
  name: 'Nombre completo',
  firstName: 'Nombres',
  lastName: 'Apellidos',
  email: 'Email',
  company: 'Empresa',
  position: 'Cargo',
  phone: 'Teléfono',
  acceptsMarketing: 'Acepta recibir emails (sí o no)',
  isConfirmed: 'Confirmado (sí o no)',
  status: 'Estado (para dejar fuera a quien canceló)',
  notes: 'Comentarios',
  staffNotes: 'Notas del equipo',
}

const askedFor = { name: 'el nombre', email: 'el email' }

/** Chooses a file of people, shows what would become of each row, and adds who is wanted. */
export function PeopleImport({ onClose }: { onClose: () => void }) {
  const input = useRef<HTMLInputElement>(null)
  const [chosen, setChosen] = useState<Chosen | null>(null)
  const [last, setLast] = useState<LastImport>(null)
  const [problem, setProblem] = useState('')
  const [isBusy, setIsBusy] = useState(false)
  useEffect(() => {
    // Without it only the way back of an earlier file is missing.
    lastPeopleImport().then(setLast, () => {})
  }, [])

  async function read(get: () => Promise<PeopleChosen>, columns?: Columns) {
    if (isBusy) return
    setIsBusy(true)
    setProblem('')
    try {
      const file = await get()
      setChosen({ file, preview: await previewPeople(file, columns) })
    } catch (error) {
      setProblem(fileProblem(error))
    } finally {
      setIsBusy(false)
    }
  }

  async function takeOut(id: string, people: number) {
    if (!window.confirm(`¿Sacar de la lista a ${formatPeople(people)} de este archivo?\n\nQuedan 30 días en la papelera.`)) return
    setIsBusy(true)
    try {
      const removed = await takePeopleOut(id)
      showToast({ kind: 'success', title: `Salieron ${formatPeople(removed)}`, text: 'Quedan 30 días en la papelera.' })
      onClose()
    } catch (error) {
      setProblem(serverMessage(error, 'No se pudieron sacar. Inténtalo de nuevo.'))
      setIsBusy(false)
    }
  }

  const missing = chosen?.preview.missing
  return (
    <Dialog title="Traer personas de un archivo" isWide onClose={onClose}>
      <p className="text-base-content/75 text-sm">
        De una hoja de Excel o un CSV, con una persona por fila: al menos nombre y email. Primero ves qué pasaría con cada fila. A
        quien ya está en la lista no se le cambia nada.
      </p>
      <div className="flex flex-wrap items-center gap-3">
        <button type="button" className="btn" aria-disabled={isBusy} onClick={() => isBusy || input.current?.click()}>
          <Upload className="size-4" aria-hidden="true" />
          {isBusy ? 'Un momento...' : chosen ? 'Elegir otro archivo' : 'Elegir archivo'}
        </button>
        <input
          ref={input}
          type="file"
          accept=".csv,.xlsx,.txt,text/csv"
          aria-label="Archivo de personas"
          hidden
          onChange={({ target }) => {
            const [file] = target.files ?? []
            if (file) void read(() => readPeopleFile(file))
            // So that the same file can be picked again.
            target.value = ''
          }}
        />
        {chosen && <strong className="min-w-0 text-sm wrap-anywhere">{chosen.file.name}</strong>}
      </div>
      <p role="alert" className="text-error text-sm font-semibold empty:hidden">
        {problem}
      </p>
      {!chosen && last && (
        <div className="border-base-300 flex flex-wrap items-center justify-between gap-3 border-t pt-4 text-sm">
          <p className="min-w-0 wrap-anywhere">
            Lo último que se trajo: <strong>{last.file || 'un archivo'}</strong>, con {formatPeople(last.people)} en la lista.
          </p>
          <button type="button" className="btn btn-sm" disabled={isBusy} onClick={() => void takeOut(last.id, last.people)}>
            Sacarlas de la lista
          </button>
        </div>
      )}
      {chosen && (
        <ColumnChoice
          key={`columns ${chosen.file.name} ${chosen.file.data.length}`}
          columns={chosen.preview.columns}
          fields={fields}
          isOpen={missing !== null}
          onChange={(columns) => void read(async () => chosen.file, columns)}
        />
      )}
      {chosen && missing && (
        <p role="status" className="font-semibold">
          Di arriba qué columna es {askedFor[missing]}.
        </p>
      )}
      {chosen && !missing && (
        <PeoplePreviewed
          // Another file begins with a choice of its own.
          key={`${chosen.file.name} ${chosen.file.data.length} ${JSON.stringify(chosen.preview.columns)}`}
          {...chosen}
          onClose={onClose}
        />
      )}
    </Dialog>
  )
}
