import type { DoorPerson } from '../../data/door/schema.ts'
import type { Answer } from './answer.ts'
import { any, button } from './dom.ts'
import { signal } from './signals.ts'

const signs: Record<Answer['kind'], string> = {
  in: '✓',
  waiting: '!',
  already: '✕',
  cancelled: '✕',
  unknown: '?',
  foreign: '?',
  undone: '↺',
}

const closeAfterMs = 5_000

/** At most three flashes in a second are safe (WCAG 2.3.1). */
const flashes = { duration: 400, iterations: 2 }

type Options = {
  isKiosk: boolean
  onLetIn(person: DoorPerson): void
  onUndo(person: DoorPerson): void
  onByName(): void
}

export function createAnswerScreen({ isKiosk, onLetIn, onUndo, onByName }: Options) {
  const screen = any('answer')
  let current: Answer | null = null
  let timer: ReturnType<typeof setTimeout> | undefined

  function hide(): void {
    clearTimeout(timer)
    current = null
    screen.hidden = true
    for (const part of ['answer-name', 'answer-company', 'answer-text']) any(part).textContent = ''
  }

  function show(answer: Answer, { isSilent = false } = {}): void {
    clearTimeout(timer)
    current = answer
    const { kind, word, text, person } = isKiosk ? forKiosk(answer) : answer
    screen.dataset.kind = kind
    any('answer-sign').textContent = signs[kind]
    any('answer-word').textContent = word
    any('answer-name').textContent = person?.name ?? ''
    any('answer-company').textContent = [...(person?.answers ?? []), person?.company].filter(Boolean).join(' · ')
    any('answer-text').textContent = text
    button('let-in').hidden = kind !== 'waiting'
    button('undo').hidden = kind !== 'in' && kind !== 'already'
    button('by-name').hidden = kind !== 'unknown' && kind !== 'foreign'
    screen.hidden = false
    if (kind !== 'undone' && !isSilent && !signal(kind)) screen.animate({ opacity: [1, 0, 1] }, flashes)
    if (isKiosk || kind === 'in' || kind === 'undone') timer = setTimeout(hide, closeAfterMs)
  }

  const whenShown = (act: (person: DoorPerson) => void) => () => {
    if (current?.person) act(current.person)
  }
  button('let-in').addEventListener('click', whenShown(onLetIn))
  button('undo').addEventListener('click', whenShown(onUndo))
  button('by-name').addEventListener('click', () => {
    hide()
    onByName()
  })
  screen.addEventListener('click', ({ target }) => {
    if (!(target instanceof Element) || !target.closest('button:not(#next)')) hide()
  })
  document.addEventListener('keydown', ({ key }) => key === 'Escape' && hide())
  return { show, hide, current: () => current }
}

function forKiosk({ kind, word, text, person }: Answer): Answer {
  if (kind !== 'in' || !person) return { kind, word: 'Ayuda', text: 'Pasa a la mesa de registro.' }
  const [first = ''] = person.name.split(/\s+/)
  return { kind, word, text, person: { ...person, name: first, company: '', answers: [] } }
}
