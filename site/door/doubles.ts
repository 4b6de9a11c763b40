import { any } from './dom.ts'
import type { Double } from './sync.ts'

export function createDoubles(timeOf: (at: string) => string): (doubles: Double[]) => void {
  const dismissedKeys = new Set<string>()
  const keyOf = ({ registration, at }: Double) => `${registration} ${at.length}`

  const textOf = ({ name, at, doors }: Double) =>
    `${name} entró ${at.length === 2 ? 'dos' : at.length} veces: ${at
      .map((time, index) => `${doors[index] || 'puerta sin nombre'} ${timeOf(time)}`)
      .join(', ')}`

  let drawn = ''

  return (doubles) => {
    if (doubles.length === 0) dismissedKeys.clear()
    const undismissed = doubles.filter((each) => !dismissedKeys.has(keyOf(each)))
    const now = undismissed.map(textOf).join('\n')
    if (now === drawn) return
    drawn = now
    const close = document.createElement('button')
    close.type = 'button'
    close.textContent = 'Enterado'
    close.addEventListener('click', () => {
      for (const each of undismissed) dismissedKeys.add(keyOf(each))
      drawn = ''
      any('doubles').replaceChildren()
      any('doubles').hidden = true
    })
    const lines = undismissed.map((each) => Object.assign(document.createElement('p'), { textContent: textOf(each) }))
    any('doubles').replaceChildren(...lines, ...(lines.length > 0 ? [close] : []))
    any('doubles').hidden = undismissed.length === 0
  }
}
