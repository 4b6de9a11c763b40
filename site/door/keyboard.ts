import { say } from './dom.ts'
import { createTyped, idIn, tokenIn } from './ticket.ts'
import { isViewOpen } from './views.ts'

const maxWaitingCount = 50

type Options = { onCode(texts: string[]): void; onFieldCleared(): void }

export function readKeyboard({ onCode, onFieldCleared }: Options) {
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
    // In a field, only a badge's id or a whole ticket address counts, because a typed word may look like a ticket's secret.
    const isCode = texts?.some((text) => idIn(text) ?? (isField && !text.includes('/registro/') ? null : tokenIn(text)))
    if (!texts || !isCode) return
    const isElsewhere = isViewOpen('elsewhere')
    if (!isElsewhere && !isViewOpen('app')) return
    // Scanners end a code with Enter or Tab, which would press the focused button or move the focus.
    event.preventDefault()
    if (isElsewhere) return keepForLater(texts)
    if (isField) {
      target.value = ''
      onFieldCleared()
    }
    onCode(texts)
  })

  return {
    takeWaiting(): string[][] {
      say('waiting-codes', '')
      return waiting.splice(0)
    },
  }
}
