import type { AttendeeList } from '../attendees/attendee-list.ts'
import type { Connection } from './connection.ts'
import { button, say } from './dom.ts'
import { endSession } from './sign-in.ts'
import { isViewOpen, openView } from './views.ts'

const listDeleted = 'La lista se borró de este teléfono.'

/** Returns true once the phone must delete the attendee list. `keepUntil` is three days after the event. */
export const isOver = ({ settings: { keepUntil, offset } }: AttendeeList) =>
  keepUntil !== '' && Date.now() + offset > Date.parse(keepUntil)

type Options = {
  attendees: AttendeeList
  connection: Connection
  stopScanner(): void
  clearPage(): void
  showStatus(): void
  showFirst(): void
}

export function createEnding({ attendees, connection, stopScanner, clearPage, showStatus, showFirst }: Options) {
  async function leave(reason: string): Promise<void> {
    stopScanner()
    await attendees.wipe({ isLeaving: true })
    connection.status = { state: 'never' }
    clearPage()
    showStatus()
    say('sign-in-problem', reason)
    button('without-sign-in').hidden = true
    openView('sign-in')
    await endSession(attendees)
  }

  async function endEvent(): Promise<boolean> {
    const isSent = attendees.unsent().length === 0
    if (isSent) await leave(`El evento terminó. ${listDeleted}`)
    else await forgetList()
    return isSent
  }

  /** Deletes the list, but keeps unsent arrivals. If only this phone's clock was wrong, the next sync loads the whole list again. */
  const forgetList = () => attendees.update({ isWhole: true, settings: { cursor: 'over' } })

  async function close(): Promise<void> {
    const hadList = attendees.hasList()
    if (attendees.unsent().length > 0) await forgetList()
    else if (hadList) await attendees.wipe()
    clearPage()
    if (attendees.hasList()) return showStatus()
    if (!hadList && isViewOpen('sign-in')) return
    if (hadList) connection.status.reason = `${connection.status.reason} ${listDeleted}`
    stopScanner()
    showFirst()
  }

  return { leave, endEvent, close }
}
