import { atom } from 'nanostores'
import { useEffect } from 'react'
import { createPortal } from 'react-dom'
import type { Registration } from '../../../../data/registrations/schema.ts'
import { formatCount } from '../../../text/format-count.ts'
import { attempt } from '../../calls/attempt.ts'
import { sections } from '../../content/sections.ts'
import { usePrinting } from '../../ui/printing.ts'
import { $filter, listAll } from '../registrations.ts'

const $printed = atom<{ event: string; people: Registration[] } | null>(null)

export async function printList(): Promise<void> {
  await attempt('No se imprimió', async () => {
    const { search, status, answer } = $filter.get()
    const [hero, people] = await Promise.all([sections.hero.read(), listAll({ search, status, answer, sort: 'name' })])
    $printed.set({ event: hero.value.title, people })
  })
}

const states: Record<Registration['status'], string> = {
  registered: 'Pendiente',
  waitlisted: 'En espera',
  cancelled: 'Cancelado',
}

/** Also handles Ctrl+P, because the browser would print only the current page of the list. */
export function PrintedList() {
  const printed = usePrinting($printed)

  useEffect(() => {
    const print = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'p' || !(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey) return
      event.preventDefault()
      void printList()
    }
    document.addEventListener('keydown', print)
    return () => document.removeEventListener('keydown', print)
  }, [])

  if (!printed) return null
  const { event, people } = printed
  return createPortal(
    <table className="printed-list">
      <caption>
        {event} · Registros: {formatCount(people.length)}
      </caption>
      <thead>
        <tr>
          <td />
          {['Nombre', 'Correo', 'Empresa', 'Teléfono', 'Estado'].map((column) => (
            <th key={column} scope="col">
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {people.map(({ id, name, email, company, phone, status, isConfirmed }) => (
          <tr key={id}>
            <td>☐</td>
            <td dir="auto">{name}</td>
            <td>{email}</td>
            <td dir="auto">{company}</td>
            <td>{phone}</td>
            <td>{status === 'registered' && isConfirmed ? 'Confirmado' : states[status]}</td>
          </tr>
        ))}
      </tbody>
    </table>,
    document.body,
  )
}
