import { useStore } from '@nanostores/react'
import { useEffect, useState } from 'react'
import { answerField } from '../../../data/registrations/answers/answers.ts'
import { formatPeople } from '../../text/format-count.ts'
import { showToast } from '../../toast/toast.ts'
import { serverMessage } from '../calls/messages.ts'
import { collections } from '../content/collections.ts'
import { ask } from '../dialogs/ask.ts'
import { Dialog } from '../dialogs/Dialog.tsx'
import { ColumnChoice } from './ColumnChoice.tsx'
import { FileChoice } from './FileChoice.tsx'
import { lackingPlaces, PeopleOptions } from './PeopleOptions.tsx'
import {
  bringPeople,
  type LastImport,
  lastPeopleImport,
  type PeoplePreview,
  previewPeople,
  readPeopleFile,
  takePeopleOut,
} from './people-import.ts'
import { peopleGroups, peopleOrder } from './people-rows.ts'
import { RowsPreview } from './RowsPreview.tsx'
import { choiceOf, useChosenFile } from './use-chosen-file.ts'

const fields = {
  name: 'Nombre completo',
  firstName: 'Nombres',
  lastName: 'Apellidos',
  email: 'Correo',
  company: 'Empresa',
  position: 'Cargo',
  phone: 'Teléfono',
  acceptsMarketing: 'Acepta recibir correos (sí o no)',
  isConfirmed: 'Confirmado (sí o no)',
  status: 'Estado (si viene o no)',
  notes: 'Comentarios',
  staffNotes: 'Notas del equipo',
}

const askedFor = { name: 'el nombre', email: 'el correo' }

const inTrash = (people: number) => `${people === 1 ? 'Queda' : 'Quedan'} 30 días en la papelera.`

const list = new Intl.ListFormat('es')

/** Returns all missing columns, because the server reports only the first. */
function missingIn({ missing, columns }: PeoplePreview): string[] {
  if (missing === null) return []
  const chosenFields = Object.values(columns)
  const isNamed = ['name', 'firstName', 'lastName'].some((field) => chosenFields.includes(field))
  const all = [...(isNamed ? [] : [askedFor.name]), ...(chosenFields.includes('email') ? [] : [askedFor.email])]
  return all.length > 0 ? all : [askedFor[missing]]
}

export function PeopleImport({ onClose }: { onClose: () => void }) {
  const { chosen, problems, isBusy, work, read, readAs } = useChosenFile(previewPeople)
  const questions = useStore(collections.questions.$loaded).data ?? []
  const [last, setLast] = useState<LastImport>(null)
  const [options, setOptions] = useState({ mail: false, over: false })
  const name = chosen && `${chosen.file.name} ${chosen.file.data.length}`
  useEffect(() => {
    // A failure is ignored. The dialog then only lacks the undo of an earlier import.
    lastPeopleImport().then(setLast, () => {})
  }, [])

  const missing = chosen ? missingIn(chosen.preview) : []
  return (
    <Dialog title="Importar personas de un archivo" isWide onClose={onClose}>
      {!chosen && (
        <p className="text-base-content/75 text-sm">
          De una hoja de Excel o un CSV, con una persona por fila: al menos nombre y correo. Primero ves qué pasaría con cada
          fila. A quien ya está en la lista no se le cambia nada.
        </p>
      )}
      <FileChoice
        label="Archivo de personas"
        accept=".csv,.xlsx,.txt,text/csv"
        isBusy={isBusy}
        busy="Un momento..."
        problem={problems.file}
        onFile={(file) => void read(() => readPeopleFile(file))}
      >
        {chosen && <strong className="min-w-0 text-sm wrap-anywhere">{chosen.file.name}</strong>}
      </FileChoice>
      {!chosen && last && <LastFile last={last} isBusy={isBusy} work={work} onClose={onClose} />}
      {chosen && (
        <ColumnChoice
          key={`columns ${name}`}
          columns={chosen.preview.columns}
          table={chosen.preview.table}
          fields={{ ...fields, ...Object.fromEntries(questions.map(({ id, label }) => [answerField(id), label])) }}
          isNeeded={missing.length > 0}
          onChoose={(choice) => void readAs(choice)}
        />
      )}
      {missing.length > 0 && (
        <p role="status" className="font-semibold">
          Indica arriba {missing.length === 1 ? 'cuál columna tiene' : 'cuáles columnas tienen'} {list.format(missing)}.
        </p>
      )}
      {chosen && missing.length === 0 && (
        <RowsPreview
          key={chosen.reading}
          groups={peopleGroups(chosen.preview.rows)}
          order={peopleOrder}
          isBusy={isBusy}
          label={(count) => `Agregar a ${formatPeople(count)}`}
          busyLabel="Agregando..."
          failure="No se pudo importar. Importa otra vez el mismo archivo: solo entra quien falte."
          onTake={async (accept) => {
            const { mail, over } = options
            const isOver = over && lackingPlaces(chosen.preview.places, accept.length) > 0
            await bringPeople({ file: chosen.file, choice: choiceOf(chosen.preview), accept, mail, over: isOver })
            onClose()
          }}
          onClose={onClose}
        >
          {({ size }) => <PeopleOptions places={chosen.preview.places} count={size} choice={options} onChoose={setOptions} />}
        </RowsPreview>
      )}
    </Dialog>
  )
}

type LastProps = {
  last: NonNullable<LastImport>
  isBusy: boolean
  work: ReturnType<typeof useChosenFile>['work']
  onClose: () => void
}

function LastFile({ last, isBusy, work, onClose }: LastProps) {
  async function takeOut() {
    const isUndoing = await ask({
      question: '¿Deshacer esta importación?',
      detail: `${last.people === 1 ? 'Sale' : 'Salen'} de la lista ${formatPeople(last.people)}. ${inTrash(last.people)}`,
      action: 'Deshacer importación',
      isDestructive: true,
    })
    if (!isUndoing) return
    await work(
      async () => {
        const removed = await takePeopleOut(last.id)
        showToast({
          kind: 'success',
          title: `${removed === 1 ? 'Salió' : 'Salieron'} ${formatPeople(removed)}`,
          text: inTrash(removed),
        })
        onClose()
      },
      (error) => serverMessage(error, 'No se pudo deshacer. Inténtalo de nuevo.'),
    )
  }

  return (
    <div className="border-base-300 flex flex-wrap items-center justify-between gap-3 border-t pt-4 text-sm">
      <p className="min-w-0 wrap-anywhere">
        Última importación: <strong>{last.file || 'un archivo'}</strong>, con {formatPeople(last.people)} en la lista.
      </p>
      <button type="button" className="btn btn-sm" disabled={isBusy} onClick={() => void takeOut()}>
        Deshacer esta importación
      </button>
    </div>
  )
}
