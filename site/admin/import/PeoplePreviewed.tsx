import { useStore } from '@nanostores/react'
import { useEffect, useState } from 'react'
import type { PersonRow } from '../../../data/import/people-file.ts'
import { formatCount, formatPeople } from '../../text/format-count.ts'
import { useAccepting } from '../forms/use-accepting.ts'
import { mailServer } from '../mail/mails.ts'
import { DialogActions } from '../ui/DialogActions.tsx'
import { PeopleRows } from './PeopleRows.tsx'
import { bringPeople, type PeopleChosen, type PeoplePreview } from './people-import.ts'

type Props = { file: PeopleChosen; preview: PeoplePreview; onClose: () => void }

const groups: { change: PersonRow['change']; title: string; note: string; said: [one: string, many: string] }[] = [
  {
    change: 'refused',
    title: 'Se quedan fuera',
    note: 'Corrígelas en el archivo y tráelo otra vez: solo entra quien falte.',
    said: ['se queda fuera', 'se quedan fuera'],
  },
  {
    change: 'doubtful',
    title: 'Dudosas',
    note: 'Puede que ya estén con otro correo. Marca las que sí son otra persona.',
    said: ['dudosa', 'dudosas'],
  },
  { change: 'new', title: 'Nuevas', note: '', said: ['nueva', 'nuevas'] },
  { change: 'known', title: 'Ya están en la lista', note: 'Quedan como están.', said: ['ya está', 'ya están'] },
]

/** What would become of each row, whom of them to add, and how. */
export function PeoplePreviewed({ file, preview: { rows, columns, places }, onClose }: Props) {
  const { data: server } = useStore(mailServer.$loaded)
  const { accepted, accept, problem, isBusy, take } = useAccepting(
    () => rows.filter(({ change }) => change === 'new').map(({ row }) => row),
    'No se pudo traer. Trae otra vez el mismo archivo: solo entra quien falte.',
  )
  const [mail, setMail] = useState(false)
  const [over, setOver] = useState(false)
  useEffect(() => void mailServer.load(), [])

  const found = groups.map((group) => ({ ...group, rows: rows.filter(({ change }) => change === group.change) }))
  const said = found.toReversed().flatMap(({ rows: own, said: [one, many] }) => {
    return own.length > 0 ? [`${formatCount(own.length)} ${own.length === 1 ? one : many}`] : []
  })
  const lacking = places.free === null ? 0 : Math.max(0, accepted.size - places.free)

  async function add() {
    await bringPeople({ file, columns, accept: [...accepted], mail, over: over && lacking > 0 })
    onClose()
  }

  return (
    <>
      <p role="status" className="font-semibold">
        {said.join(', ')}
      </p>
      <div className="flex flex-col gap-5">
        {found.map(
          ({ change, title, note, rows: own }) =>
            own.length > 0 && (
              <PeopleRows
                key={change}
                title={title}
                note={note}
                rows={own}
                isOpen={change !== 'known'}
                canChoose={change === 'new' || change === 'doubtful'}
                accepted={accepted}
                onAccept={accept}
              />
            ),
        )}
      </div>
      {lacking > 0 && (
        <div className="border-warning flex flex-col gap-1 border-s-4 ps-3 text-sm">
          <p>
            Lugares libres: {formatCount(places.free ?? 0)}. Por el orden del archivo,{' '}
            {over ? 'con un lugar de más' : places.waitlist ? 'a la lista de espera' : 'se quedan fuera'}: {formatPeople(lacking)}
            .
          </p>
          <Choice label={`Dar lugar a todas, ${formatCount(lacking)} más de los que hay`} isChosen={over} onChoose={setOver} />
        </div>
      )}
      {server?.server && (
        <Choice label="Avisar por correo a cada persona que se agrega (salen poco a poco)" isChosen={mail} onChoose={setMail} />
      )}
      <p role="alert" className="text-error text-sm font-semibold empty:hidden">
        {problem}
      </p>
      <DialogActions
        label={isBusy ? 'Agregando...' : `Agregar a ${formatPeople(accepted.size)}`}
        isBusy={isBusy || accepted.size === 0}
        onClick={() => void take(add)}
        onCancel={onClose}
      />
    </>
  )
}

type ChoiceProps = { label: string; isChosen: boolean; onChoose: (isChosen: boolean) => void }

function Choice({ label, isChosen, onChoose }: ChoiceProps) {
  return (
    <label className="flex min-h-8 cursor-pointer items-center gap-3 text-sm">
      <input
        type="checkbox"
        className="checkbox checkbox-sm shrink-0"
        checked={isChosen}
        onChange={({ target }) => onChoose(target.checked)}
      />
      {label}
    </label>
  )
}
