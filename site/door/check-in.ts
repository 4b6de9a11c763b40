import type { DoorPerson } from '../../data/door/schema.ts'
import type { AttendeeList, WalkIn } from '../attendees/attendee-list.ts'
import { type Answer, answerFor, foreignCode, goneCode, unknownCode } from './answer.ts'
import { createAnswerScreen } from './answer-screen.ts'
import type { Connection } from './connection.ts'
import { sessionAnswer } from './sessions/session-answer.ts'
import { idIn, ticketOf, tokenIn } from './ticket.ts'
import { openTab } from './views.ts'

type Options = {
  attendees: AttendeeList
  connection: Connection
  isKiosk: boolean
  timeOf(at: string): string
  onAnswer(): void
}

export function createCheckIn({ attendees, connection, isKiosk, timeOf, onAnswer }: Options) {
  const screen = createAnswerScreen({
    isKiosk,
    onLetIn: (person) => void letIn(person),
    onUndo: undo,
    onByName: () => openTab('search'),
  })
  const enteringIds = new Set<string>()

  let queue = Promise.resolve()
  function enqueue(work: () => Promise<void>): void {
    queue = queue.then(work).catch((error) => console.error(error))
  }

  async function read(texts: string[]): Promise<void> {
    const tokens = texts.map(tokenIn).filter((token) => token !== null)
    const ids = texts.map(idIn).filter((id) => id !== null)
    if (tokens.length + ids.length === 0) return screen.show(foreignCode)
    const tickets = await Promise.all(tokens.map(ticketOf))
    const findPerson = () =>
      [...tickets.map(attendees.withTicket), ...ids.map((id) => attendees.person(id) ?? attendees.withTicket(id))].find(
        (person) => person !== undefined,
      )
    const person = findPerson()
    if (person) return check(person)
    const unknown = { ...unknownCode }
    screen.show(unknown)
    // Syncs and looks again, because the person may have registered after the last sync.
    void connection.syncAgain().then(() => {
      const person = findPerson()
      if (screen.current() !== unknown) return
      if (person) enqueue(() => check(person))
      else if (connection.status.state === 'fresh') screen.show(goneCode, { isSilent: true })
    })
  }

  async function check(person: DoorPerson): Promise<void> {
    const answer = answerTo(person)
    await (answer.kind === 'in' ? letIn(person, answer.text) : show(answer))
  }

  function answerTo(person: DoorPerson): Answer {
    const session = attendees.session()
    if (!session) return answerFor(person, timeOf, attendees.hasFreePlace)
    const timeMs = Date.now() + attendees.settings.offset
    return sessionAnswer(person, { session, counts: attendees.seatCounts(), timeMs, timeOf })
  }

  async function letIn(person: DoorPerson, text = ''): Promise<void> {
    if (enteringIds.has(person.id)) return
    enteringIds.add(person.id)
    await showStored(attendees.arrive(person), { kind: 'in', word: 'Adelante', text, person })
    enteringIds.delete(person.id)
  }

  async function undo(person: DoorPerson): Promise<void> {
    const writing = attendees.undo(attendees.person(person.id) ?? person)
    await showStored(writing, { kind: 'undone', word: 'Deshecho', text: 'No ha entrado.', person })
  }

  async function showStored(writing: Promise<void>, answer: Answer): Promise<void> {
    const problem = await writing.then(
      () => '',
      () => 'No se pudo guardar en el teléfono: no cierres esta página hasta que diga que no queda nada por enviar.',
    )
    show(problem ? { ...answer, text: problem } : answer)
    void connection.sync()
  }

  function show(answer: Answer): void {
    screen.show(answer)
    onAnswer()
  }

  return {
    check,
    hide: screen.hide,
    readCode: (texts: string[]) => enqueue(() => read(texts)),
    admit: (walkIn: WalkIn) =>
      enqueue(() => {
        const { person, writing } = attendees.walkIn(walkIn)
        return showStored(writing, { kind: 'in', word: 'Adelante', text: 'Sin registro.', person })
      }),
  }
}
