import { minuteMs, secondMs } from '../../data/time.ts'
import { formatCount } from '../text/format-count.ts'
import { createAnswerScreen } from './answer-screen.ts'
import { openRoll, type Roll } from './attendee-list.ts'
import { lineText } from './connection-status.ts'
import { any, button, element, input, say } from './dom.ts'
import { createDoubles } from './doubles.ts'
import { createListView } from './list-view.ts'
import { type Answer, answerFor, foreignCode, goneCode, type Person, timesIn, unknownCode } from './person.ts'
import { createScanner } from './scanner.ts'
import { createSignIn, signOut } from './sign-in.ts'
import { openStore } from './store.ts'
import { exchange, fetchDoubles, type Line } from './sync.ts'
import { createTyped, idIn, ticketOf, tokenIn } from './ticket.ts'
import { createWalkIn } from './walk-in.ts'

/** Milliseconds. */
const [exchangeEvery, doublesEvery] = [10 * secondMs, minuteMs]

const maxWaitingCount = 50

const slice = 8

const door = any('door')
const isKiosk = new URLSearchParams(location.search).has('quiosco')
const timeOf = timesIn(door.dataset.timeZone ?? 'America/Guatemala')

type View = 'opening' | 'elsewhere' | 'sign-in' | 'app'

function open(view: View): void {
  for (const each of ['opening', 'elsewhere', 'sign-in', 'app']) any(each).hidden = each !== view
  door.dataset.view = view
}

type Turns = { leave(): void; comeBack(): Promise<void> }

/** Only one tab may run the door, because there is one log. A new tab takes over, and the old one waits until the new one is closed. */
function takeTurn(start: () => Promise<Turns>): void {
  if (!navigator.locks) return void start()
  let turns: Promise<Turns> | undefined
  let queued = new AbortController()

  async function begin(): Promise<void> {
    if (turns) return (await turns).comeBack()
    turns = start()
    await turns
  }

  function hold(options: LockOptions): void {
    let isHeld = false
    navigator.locks
      .request('puerta', options, async () => {
        isHeld = true
        await begin()
        await new Promise<void>(() => {})
      })
      .catch(async () => {
        if (!isHeld) return
        ;(await turns)?.leave()
        open('elsewhere')
        queued = new AbortController()
        hold({ signal: queued.signal })
      })
  }

  button('use-here').addEventListener('click', () => {
    queued.abort()
    hold({ steal: true })
  })
  hold({ steal: true })
}

async function run(): Promise<Turns> {
  const roll = await openRoll(await openStore())
  let line: Line = { state: 'never' }
  let exchanging: Promise<void> | null = null
  let doublesAt = 0
  let isHere = true

  const screen = createAnswerScreen({ isKiosk, onLetIn: letIn, onUndo: undo, onByName: () => openTab('search') })
  const showList = createListView({ find: roll.find, timeOf, onChoose: (person) => void answer(person) })
  const showDoubles = createDoubles(timeOf)
  const scanner = createScanner({
    facing: isKiosk ? 'user' : 'environment',
    onCode: (text) => inTurn(() => onCode([text])),
  })

  function showState(): void {
    const { arrived, expected, unsent } = roll.counts()
    any('arrived').textContent = `Han entrado ${formatCount(arrived)} de ${formatCount(expected)}`
    any('line').textContent = lineText(line, unsent, Date.parse(roll.settings.syncedAt) || 0, Date.now())
    button('sign-in-again').hidden = line.state !== 'signed-out' && line.state !== 'refused'
  }

  let turn = Promise.resolve()
  function inTurn(work: () => Promise<void>): void {
    turn = turn.then(work).catch((error) => console.error(error))
  }

  async function onCode(texts: string[]): Promise<void> {
    const tokens = texts.map(tokenIn).filter((token) => token !== null)
    const ids = texts.map(idIn).filter((id) => id !== null)
    if (tokens.length + ids.length === 0) return screen.show(foreignCode)
    const tickets = await Promise.all(tokens.map(ticketOf))
    const known = () =>
      [...tickets.map(roll.withTicket), ...ids.map((id) => roll.person(id) ?? roll.withTicket(id))].find(
        (person) => person !== undefined,
      )
    const person = known()
    if (person) return answer(person)
    const unknown = { ...unknownCode }
    screen.show(unknown)
    // A sync may bring the missing person. The queue does not wait for it, and a running one may be too old.
    void (exchanging ?? Promise.resolve()).then(sync).then(() => {
      const found = known()
      if (screen.current() !== unknown) return
      if (found) inTurn(() => answer(found))
      else if (line.state === 'fresh') screen.show(goneCode, { isSilent: true })
    })
  }

  async function answer(person: Person): Promise<void> {
    const said = answerFor(person, timeOf)
    await (said.kind === 'in' ? letIn(person) : show(said))
  }

  /** Ids whose arrival is being stored, so a second tap is ignored. */
  const entering = new Set<string>()

  async function letIn(person: Person): Promise<void> {
    if (entering.has(person.id)) return
    entering.add(person.id)
    await kept(roll.arrive(person), { kind: 'in', word: 'Adelante', text: '', person })
    entering.delete(person.id)
  }

  async function undo(person: Person): Promise<void> {
    await kept(roll.undo(roll.person(person.id) ?? person), { kind: 'undone', word: 'Deshecho', text: 'No ha entrado.', person })
  }

  async function kept(writing: Promise<unknown>, said: Answer): Promise<void> {
    const problem = await writing.then(
      () => '',
      () => 'No se pudo guardar en el teléfono: no cierres esta página hasta que diga que no queda nada por enviar.',
    )
    show(problem ? { ...said, text: problem } : said)
    void sync()
  }

  function show(said: Answer): void {
    screen.show(said)
    showState()
    showList()
  }

  async function sync(): Promise<void> {
    if (!isHere) return
    exchanging ??= exchangeOnce().finally(() => {
      exchanging = null
    })
    return exchanging
  }

  async function exchangeOnce(): Promise<void> {
    if (roll.settings.isLeaving) {
      if (await signOut()) await roll.set({ isLeaving: false })
      return
    }
    const before = line.state
    line = await exchange(roll)
    if (before !== line.state || line.hasDoubles) doublesAt = 0
    if (line.state === 'ended') return leave(line.reason ?? '')
    if (line.state === 'closed') return close()
    if (isOver(roll) && (await endEvent())) return
    // The first exchange may still run during sign-in.
    if (door.dataset.view === 'opening') showFirst()
    showState()
    showList()
    if (line.state === 'fresh' && Date.now() - doublesAt > doublesEvery) {
      doublesAt = Date.now()
      const doubles = await fetchDoubles()
      if (doubles) showDoubles(doubles)
    }
  }

  /** Deletes the list after the event, and the log once it is sent. Returns true if nothing is left. */
  async function endEvent(): Promise<boolean> {
    const isTold = roll.counts().unsent === 0
    if (isTold) await leave(overText)
    else await forgetList()
    return isTold
  }

  /** The list has expired on the server. If this phone's clock was wrong, the next sync loads a full list. */
  const forgetList = () => roll.takeOver({ isWhole: true, settings: { cursor: 'over' } })

  async function close(): Promise<void> {
    const hadList = roll.hasList()
    if (roll.counts().unsent > 0) await forgetList()
    else if (hadList) await roll.wipe()
    clearPage()
    if (roll.hasList()) return showState()
    if (!hadList && door.dataset.view === 'sign-in') return
    if (hadList) line.reason = `${line.reason} ${wiped}`
    scanner.stop()
    showFirst()
  }

  function clearPage(): void {
    screen.hide()
    showDoubles([])
    waiting.length = 0
    input('query').value = ''
    element('walk-in', HTMLFormElement).reset()
    showList()
  }

  async function leave(reason: string): Promise<void> {
    scanner.stop()
    await roll.wipe({ isLeaving: true })
    line = { state: 'never' }
    clearPage()
    showState()
    say('sign-in-problem', reason)
    button('without-sign-in').hidden = true
    open('sign-in')
    if (await signOut()) await roll.set({ isLeaving: false })
  }

  function openTab(tab: string): void {
    for (const each of door.querySelectorAll<HTMLButtonElement>('[data-opens]')) {
      const isOpen = each.dataset.opens === tab
      any(each.dataset.opens ?? '').hidden = !isOpen
      if (isOpen) each.setAttribute('aria-current', 'page')
      else each.removeAttribute('aria-current')
    }
    if (tab === 'search') input('query').focus()
    if (tab === 'walk-in') input('name').focus()
  }

  function showFirst(): void {
    if (!roll.hasList()) {
      const isCut = line.state === 'offline' ? 'Sin conexión. La primera vez hace falta red para bajar la lista.' : ''
      say('sign-in-problem', line.reason ?? isCut)
      open('sign-in')
      return
    }
    open('app')
    showState()
    input('door-name').value = roll.settings.door
    scanner.startWhereAllowed()
    prepareSearch()
  }

  function prepareSearch(): void {
    setTimeout(() => roll.prepareFind(slice) || prepareSearch(), slice)
  }

  for (const tab of door.querySelectorAll<HTMLButtonElement>('[data-opens]'))
    tab.addEventListener('click', () => openTab(tab.dataset.opens ?? ''))

  createWalkIn((walkIn) =>
    inTurn(async () => {
      const { entering, writing } = roll.walkIn(walkIn)
      await kept(writing, { kind: 'in', word: 'Adelante', text: 'Sin registro.', person: entering })
    }),
  )

  const settings = element('settings', HTMLDialogElement)
  button('open-settings').addEventListener('click', () => settings.showModal())
  button('close-settings').addEventListener('click', () => settings.close())
  input('door-name').addEventListener('change', () => void roll.set({ door: input('door-name').value.trim() }))
  button('sign-out').addEventListener('click', async () => {
    await sync()
    const { unsent } = roll.counts()
    const question = `Hay ${unsent} por enviar y no hay conexión: si cierras sesión se pierden. ¿Cerrar sesión?`
    if (unsent > 0 && !confirm(question)) return
    settings.close()
    await leave('')
  })
  button('sign-in-again').addEventListener('click', () => {
    button('without-sign-in').hidden = false
    open('sign-in')
  })
  button('without-sign-in').addEventListener('click', () => open('app'))
  createSignIn(async () => {
    await roll.set({ isLeaving: false })
    void navigator.storage?.persist?.()
    any('opening').textContent = 'Bajando la lista…'
    open('opening')
    // An exchange from before sign-in has no session.
    await exchanging
    await sync()
    if (door.dataset.view === 'opening') showFirst()
  })

  const typed = createTyped()

  const waiting: string[][] = []

  function keepForLater(texts: string[]): void {
    if (waiting.length < maxWaitingCount) waiting.push(texts)
    say('waiting-codes', waiting.length === 1 ? '1 código espera.' : `${waiting.length} códigos esperan.`)
  }

  document.addEventListener('keydown', (event) => {
    const { key, code, shiftKey, target, timeStamp } = event
    const texts = typed.press(key, code, shiftKey, timeStamp)
    const isField = target instanceof HTMLInputElement
    // In a field, a typed word may be as long as a secret.
    const isCode = texts?.some((text) => idIn(text) ?? (isField && !text.includes('/registro/') ? null : tokenIn(text)))
    if (!texts || !isCode) return
    const isElsewhere = door.dataset.view === 'elsewhere'
    if (!isElsewhere && door.dataset.view !== 'app') return
    // Enter would press the focused button, Tab would move the focus.
    event.preventDefault()
    if (isElsewhere) return keepForLater(texts)
    if (isField) {
      target.value = ''
      showList()
    }
    inTurn(() => onCode(texts))
  })

  addEventListener('online', () => void sync())
  document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && void sync())
  setInterval(() => {
    if (!isHere) return
    showState()
    if (roll.hasList() || roll.settings.isLeaving) void sync()
  }, exchangeEvery)

  async function begin(): Promise<void> {
    if (roll.settings.isLeaving) open('sign-in')
    else {
      if (isOver(roll)) await endEvent()
      if (roll.hasList()) showFirst()
    }
    void sync()
  }

  await begin()
  return {
    leave() {
      isHere = false
      scanner.stop()
      screen.hide()
    },
    async comeBack() {
      isHere = true
      open('opening')
      await roll.reopen()
      showList()
      await begin()
      say('waiting-codes', '')
      if (roll.hasList()) for (const texts of waiting) inTurn(() => onCode(texts))
      waiting.length = 0
    },
  }
}

/** `keepUntil` is three days after the event. */
const isOver = ({ settings: { keepUntil, offset } }: Roll) => keepUntil !== '' && Date.now() + offset > Date.parse(keepUntil)

const wiped = 'La lista se borró de este teléfono.'
const overText = `El evento terminó. ${wiped}`

if (isKiosk) door.dataset.kiosk = ''
takeTurn(() =>
  run().catch((error) => {
    console.error(error)
    any('opening').textContent = 'Este navegador no deja guardar la lista. Ábrela fuera del modo privado, o en otro navegador.'
    open('opening')
    return { leave() {}, comeBack: async () => location.reload() }
  }),
)
if ('serviceWorker' in navigator && !import.meta.env.DEV)
  navigator.serviceWorker.register('/puerta-sw.js', { scope: '/puerta' }).catch(() => {})
