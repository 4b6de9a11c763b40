import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import { formatCount, formatPeople } from '../../text/format-count.ts'
import { mailServer } from '../mail/mails.ts'
import { Choice } from './Choice.tsx'
import type { PeoplePreview } from './people-import.ts'

/** `over` gives the added people seats even if all seats are taken. */
type PeopleChoice = { mail: boolean; over: boolean }

type Props = { places: PeoplePreview['places']; count: number; choice: PeopleChoice; onChoose: (choice: PeopleChoice) => void }

export function PeopleOptions({ places, count, choice, onChoose }: Props) {
  const { data: server } = useStore(mailServer.$loaded)
  useEffect(() => void mailServer.load(), [])
  const lacking = lackingPlaces(places, count)
  const fate = choice.over ? 'con un lugar de más' : places.waitlist ? 'a la lista de espera' : 'se quedan fuera'
  return (
    <>
      {lacking > 0 && (
        <div className="border-warning flex flex-col gap-1 border-s-4 ps-3 text-sm">
          <p>
            Lugares libres: {formatCount(places.free ?? 0)}. Por el orden del archivo, {fate}: {formatPeople(lacking)}.
          </p>
          <Choice
            label={`Dar lugar a todas (${formatCount(lacking)} por encima del cupo)`}
            isChosen={choice.over}
            onChoose={(over) => onChoose({ ...choice, over })}
          />
        </div>
      )}
      {server?.server && (
        <Choice
          label="Avisar por correo a cada persona que se agrega (salen poco a poco)"
          isChosen={choice.mail}
          onChoose={(mail) => onChoose({ ...choice, mail })}
        />
      )}
    </>
  )
}

export const lackingPlaces = ({ free }: PeoplePreview['places'], count: number) => (free === null ? 0 : Math.max(0, count - free))
