import type { AttendeeList } from '../attendees/attendee-list.ts'
import type { Connection } from './connection.ts'
import { button, element, input, say } from './dom.ts'
import { showSessions } from './sessions/standing.ts'
import { openView } from './views.ts'

type Options = { onSignOut: () => Promise<void>; onStanding: () => void }

export function createSettings(attendees: AttendeeList, connection: Connection, { onSignOut, onStanding }: Options): void {
  const dialog = element('settings', HTMLDialogElement)
  const session = element('door-session', HTMLSelectElement)
  button('open-settings').addEventListener('click', () => {
    showSessions(attendees)
    dialog.showModal()
  })
  session.addEventListener('change', async () => {
    await attendees.set({ session: session.value })
    onStanding()
  })
  button('close-settings').addEventListener('click', () => dialog.close())
  input('door-name').addEventListener('change', () => void attendees.set({ door: input('door-name').value.trim() }))
  button('sign-out').addEventListener('click', async () => {
    await connection.sync()
    const { unsent } = attendees.counts()
    if (unsent > 0 && !(await askToLeave(unsent))) return
    dialog.close()
    await onSignOut()
  })
  button('sign-in-again').addEventListener('click', () => {
    button('without-sign-in').hidden = false
    openView('sign-in')
  })
  button('without-sign-in').addEventListener('click', () => openView('app'))
}

/** If the question is already open, returns false at once. */
function askToLeave(unsentCount: number): Promise<boolean> {
  const dialog = element('leaving', HTMLDialogElement)
  if (dialog.open) return Promise.resolve(false)
  say('leaving-text', `Hay ${unsentCount} por enviar y no hay conexión. Si cierras sesión, se pierden.`)
  dialog.returnValue = ''
  dialog.showModal()
  return new Promise((resolve) => {
    dialog.addEventListener('close', () => resolve(dialog.returnValue === 'leave'), { once: true })
  })
}
