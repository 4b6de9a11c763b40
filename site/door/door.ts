import { secondMs } from '../../data/time.ts'
import { type AttendeeList, openAttendeeList } from '../attendees/attendee-list.ts'
import { openStore } from '../attendees/store.ts'
import { formatCount } from '../text/format-count.ts'
import { timesIn } from './answer.ts'
import { createCheckIn } from './check-in.ts'
import { createConnection } from './connection.ts'
import { statusText } from './connection-status.ts'
import { any, button, element, input, say } from './dom.ts'
import { createDoubles } from './doubles.ts'
import { createEnding, isOver } from './ending.ts'
import { readKeyboard } from './keyboard.ts'
import { createListView } from './list-view.ts'
import { runInOneTab, type Tab } from './one-tab.ts'
import { createScanner } from './scanner.ts'
import { createFullRooms } from './sessions/full-rooms.ts'
import { showStanding, standingText } from './sessions/standing.ts'
import { createSettings } from './settings.ts'
import { createSignIn, noAnswer } from './sign-in.ts'
import { allowSoundOnTouch } from './signals.ts'
import { isViewOpen, openView } from './views.ts'
import { createWalkIn } from './walk-in.ts'

const betweenSyncsMs = 10 * secondMs

const prepareStepMs = 8

const door = any('door')
const isKiosk = new URLSearchParams(location.search).has('quiosco')
const timeOf = timesIn(door.dataset.timeZone ?? 'America/Guatemala')

async function start(): Promise<Tab> {
  const attendees = await openAttendeeList(await openStore())
  const page = createPage(attendees)
  const { connection, checkIn, keyboard } = page

  createWalkIn(checkIn.admit)
  createFullRooms(attendees, timeOf)
  createSettings(attendees, connection, { onSignOut: () => page.ending.leave(''), onStanding: page.refresh })
  createSignIn(async () => {
    await attendees.set({ isLeaving: false })
    void navigator.storage?.persist?.()
    any('opening').textContent = 'Bajando la lista…'
    openView('opening')
    // Syncs again, because an exchange that began before the sign-in was sent without a session.
    await connection.syncAgain()
    if (isViewOpen('opening')) page.showFirst()
  })
  addEventListener('online', () => void connection.sync())
  document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && void connection.sync())
  setInterval(() => {
    if (connection.isPaused) return
    page.showStatus()
    if (attendees.hasList() || attendees.settings.isLeaving) void connection.sync()
  }, betweenSyncsMs)

  async function open(): Promise<void> {
    if (attendees.settings.isLeaving) openView('sign-in')
    else {
      if (isOver(attendees)) await page.ending.endEvent()
      if (attendees.hasList()) page.showFirst()
    }
    void connection.sync()
  }

  await open()
  return {
    pause() {
      connection.isPaused = true
      page.scanner.stop()
      checkIn.hide()
    },
    async resume() {
      connection.isPaused = false
      openView('opening')
      await attendees.reopen()
      page.showPeople()
      await open()
      const waiting = keyboard.takeWaiting()
      if (attendees.hasList()) for (const texts of waiting) checkIn.readCode(texts)
    },
  }
}

function createPage(attendees: AttendeeList) {
  const connection = createConnection({ attendees, onExchanged, onDoubles: (doubles) => showDoubles(doubles) })
  const checkIn = createCheckIn({ attendees, connection, isKiosk, timeOf, onAnswer: refresh })
  const scanner = createScanner({
    facing: isKiosk ? 'user' : 'environment',
    onCode: (text) => checkIn.readCode([text]),
  })
  const showPeople = createListView({
    find: attendees.find,
    timeOf,
    sessionId: () => attendees.session()?.id ?? '',
    onChoose: (person) => void checkIn.check(person),
  })
  const showDoubles = createDoubles(timeOf)
  const keyboard = readKeyboard({ onCode: checkIn.readCode, onFieldCleared: showPeople })
  const ending = createEnding({ attendees, connection, stopScanner: scanner.stop, clearPage, showStatus, showFirst })

  function showStatus(): void {
    const { arrived, expected, unsent } = attendees.counts()
    any('arrived').textContent = standingText(attendees) ?? `Han entrado ${formatCount(arrived)} de ${formatCount(expected)}`
    const syncedAt = Date.parse(attendees.settings.syncedAt) || 0
    any('line').textContent = statusText(connection.status, unsent, syncedAt, Date.now())
    button('sign-in-again').hidden = !['signed-out', 'refused'].includes(connection.status.state)
  }

  function refresh(): void {
    showStanding(attendees)
    showStatus()
    showPeople()
  }

  function showFirst(): void {
    const { state, reason, isEarly = false } = connection.status
    if (!attendees.hasList()) {
      // The person is signed in, so the page shows no sign-in form.
      if (isEarly && reason) {
        any('opening').textContent = reason
        openView('opening')
        return
      }
      say('sign-in-problem', reason ?? (state === 'offline' ? noAnswer : ''))
      openView('sign-in')
      return
    }
    openView('app')
    showStatus()
    input('door-name').value = attendees.settings.door
    showStanding(attendees)
    scanner.startWhereAllowed()
    prepareSearch()
  }

  function prepareSearch(): void {
    setTimeout(() => attendees.prepareFind(prepareStepMs) || prepareSearch(), prepareStepMs)
  }

  function clearPage(): void {
    checkIn.hide()
    showDoubles({ doublesCount: 0, doublesSeen: [] })
    keyboard.takeWaiting()
    input('query').value = ''
    element('walk-in', HTMLFormElement).reset()
    showPeople()
  }

  async function onExchanged(): Promise<void> {
    const { state, reason = '' } = connection.status
    if (state === 'ended') return ending.leave(reason)
    if (state === 'closed') return ending.close()
    if (isOver(attendees) && (await ending.endEvent())) return
    // If another view is open by now, such as the sign-in, that view stays open.
    if (isViewOpen('opening')) showFirst()
    refresh()
  }

  return { connection, checkIn, scanner, keyboard, ending, showPeople, showStatus, showFirst, refresh }
}

if (isKiosk) door.dataset.kiosk = ''
allowSoundOnTouch()
runInOneTab(() =>
  start().catch((error) => {
    console.error(error)
    any('opening').textContent = 'Este navegador no deja guardar la lista. Ábrela fuera del modo privado, o en otro navegador.'
    openView('opening')
    return { pause() {}, resume: async () => location.reload() }
  }),
)
if ('serviceWorker' in navigator && !import.meta.env.DEV)
  navigator.serviceWorker.register('/puerta-sw.js', { scope: '/puerta' }).catch(() => {})
