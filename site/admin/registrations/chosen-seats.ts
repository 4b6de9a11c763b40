import type { Registration } from '../../../data/registrations/schema.ts'
import { formatCount } from '../../text/format-count.ts'
import { showToast } from '../../toast/toast.ts'
import { serverMessage } from '../calls/messages.ts'
import { undoing } from '../calls/undo.ts'
import { ask } from '../dialogs/ask.ts'
import { canPutBack, putBack, takeSeat } from './desk.ts'
import { putChange } from './registrations.ts'
import { $selection, namesOrCount, stopChoosing } from './selection.ts'

type Work = {
  title: string
  question: (names: string) => Parameters<typeof ask>[0]
  isMeant: (person: Registration) => boolean
  change: (person: Registration) => Promise<unknown>
}

const cancelling: Work = {
  title: 'Registros cancelados',
  question: (names) => ({
    question: `¿Cancelar el registro de ${names}?`,
    detail: 'Sus lugares pasan a quienes esperan desde hace más tiempo. Si el sitio envía correos, se les avisa.',
    action: 'Cancelar registros',
    cancelLabel: 'Volver',
    isDestructive: true,
  }),
  isMeant: ({ status }) => status !== 'cancelled',
  change: ({ id }) => putChange(id, { status: 'cancelled' }),
}

const seating: Work = {
  title: 'Ya tienen lugar',
  question: (names) => ({ question: `¿Dar lugar a ${names}?`, action: 'Dar lugar' }),
  isMeant: ({ status }) => status !== 'registered',
  change: ({ id }) => takeSeat(id, false),
}

export const cancelChosen = () => changeChosen(cancelling)
export const seatChosen = () => changeChosen(seating)

/** Changes one person after the other, and stops at the first refusal. */
async function changeChosen({ title, question, isMeant, change }: Work): Promise<void> {
  const people = [...($selection.get()?.values() ?? [])].filter(isMeant)
  if (people.length === 0)
    return showToast({ kind: 'error', title: 'Nada que cambiar', text: 'A quienes elegiste no les cambia nada.' })
  if (!(await ask(question(namesOrCount(people))))) return
  const changedPeople: Registration[] = []
  let error: unknown
  for (const person of people) {
    try {
      await change(person)
      changedPeople.push(person)
    } catch (refusal) {
      error = refusal
      break
    }
  }
  const undo = async () => {
    for (const person of changedPeople) await putBack(person.id, person)
  }
  const isUndoable = changedPeople.length > 0 && changedPeople.every(canPutBack)
  const action = isUndoable ? { action: undoing(undo) } : {}
  if (error === undefined) {
    stopChoosing()
    return showToast({ kind: 'success', title, text: namesOrCount(people), ...action })
  }
  const done = `Se hizo con ${formatCount(changedPeople.length)} de ${formatCount(people.length)}.`
  const text = `${done} ${serverMessage(error, 'El servidor no respondió.')}`
  showToast({ kind: 'error', title: 'Error al actualizar', text, ...action })
}
