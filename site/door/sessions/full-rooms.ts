/** Reports of full rooms. The phone keeps a report until it could be sent. */
import type { DoorRoom } from '../../../data/door/rooms.ts'
import { hourMs, secondMs } from '../../../data/time.ts'
import type { AttendeeList } from '../../attendees/attendee-list.ts'
import { any, button, create, element, say } from '../dom.ts'

const storageKey = 'salas'

/** The server ignores older reports. */
const keptMs = 12 * hourMs

const betweenTriesMs = 10 * secondMs
const timeoutMs = 20 * secondMs

type Report = Pick<DoorRoom, 'event' | 'isFull'> & { at: string }
type Kept = { rooms: DoorRoom[]; unsent: Report[] }

export function createFullRooms(attendees: AttendeeList, timeOf: (at: string) => string): void {
  const dialog = element('rooms', HTMLDialogElement)
  let isSending = false

  async function send(): Promise<void> {
    const [report] = read().unsent
    if (!report || isSending || attendees.settings.isLeaving) return
    isSending = true
    const { device, offset } = attendees.settings
    const answer = await call('PUT', { ...report, device, offset, sentAt: new Date().toISOString() })
    isSending = false
    // Without a sign-in or network, and after a server error or too many reports, the report is sent later.
    if (!answer || answer.status >= 500 || [401, 403, 429].includes(answer.status)) return show()
    const { rooms, unsent } = read()
    keep({ rooms, unsent: unsent.filter(({ event, at }) => event !== report.event || at !== report.at) })
    show()
    return send()
  }

  async function load(): Promise<void> {
    const answer = await call('GET')
    if (!answer?.ok) return
    keep({ ...read(), rooms: await answer.json() })
    show()
  }

  function report(event: string, isFull: boolean): void {
    const { rooms, unsent } = read()
    const at = new Date().toISOString()
    keep({
      rooms: rooms.map((room) => (room.event === event ? { ...room, isFull } : room)),
      unsent: [...unsent.filter((other) => other.event !== event), { event, isFull, at }],
    })
    show()
    void send()
  }

  function show(): void {
    if (!dialog.open) return
    const { rooms, unsent } = read()
    const [near, waiting] = [nearest(rooms), new Map(unsent.map(({ event, isFull }) => [event, isFull]))]
    say('rooms-text', near.length > 0 ? 'Toca la sesión. La página y las pantallas lo muestran.' : 'No hay sesiones ahora.')
    any('room-list').replaceChildren(
      ...near.map(({ event, title, room, start, end, isFull }) => {
        const isNowFull = waiting.get(event) ?? isFull
        const state = `${isNowFull ? 'Sala llena' : 'Hay lugar'}${waiting.has(event) ? ' · se envía cuando haya conexión' : ''}`
        const toggle = create('button', { type: 'button', className: `btn door-wide ${isNowFull ? 'btn-warning' : ''}` })
        toggle.ariaPressed = String(isNowFull)
        toggle.append(
          create('span', {
            textContent: `${title} · ${[room, `${timeOf(start)} a ${timeOf(end)}`].filter(Boolean).join(' · ')}`,
          }),
          create('strong', { textContent: state, className: 'w-full' }),
        )
        toggle.addEventListener('click', () => report(event, !isNowFull))
        const item = create('li', {})
        item.append(toggle)
        return item
      }),
    )
  }

  button('open-rooms').addEventListener('click', () => {
    dialog.showModal()
    show()
    void load().then(send)
  })
  button('close-rooms').addEventListener('click', () => dialog.close())
  addEventListener('online', () => void send())
  setInterval(() => void send(), betweenTriesMs)
}

/** Returns the running sessions, and the next session of each room. */
function nearest(rooms: DoorRoom[]): DoorRoom[] {
  const now = new Date().toISOString()
  const open = rooms.filter(({ end }) => end > now)
  return open.filter(
    (room, index) => room.start <= now || open.findIndex((other) => other.room === room.room && other.start > now) === index,
  )
}

async function call(method: 'GET' | 'PUT', json?: object): Promise<Response | null> {
  const body = json && { headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(json) }
  return fetch('/api/door/rooms', { method, ...body, signal: AbortSignal.timeout(timeoutMs) }).catch(() => null)
}

function read(): Kept {
  try {
    const { rooms, unsent }: Kept = JSON.parse(localStorage.getItem(storageKey) ?? '')
    return { rooms, unsent: unsent.filter(({ at }) => Date.now() - Date.parse(at) < keptMs) }
  } catch {
    return { rooms: [], unsent: [] }
  }
}

function keep(reports: Kept): void {
  localStorage.setItem(storageKey, JSON.stringify(reports))
}
