import { any, create } from './dom.ts'
import type { Double } from './sync.ts'

export function createDoubles(timeOf: (at: string) => string): (doubles: Double[]) => void {
  const box = any('doubles')
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
    const close = create('button', { type: 'button', textContent: 'Enterado' })
    close.addEventListener('click', () => {
      for (const each of undismissed) dismissedKeys.add(keyOf(each))
      drawn = ''
      box.replaceChildren()
      box.hidden = true
    })
    const lines = undismissed.map((each) => create('p', { textContent: textOf(each) }))
    box.replaceChildren(...lines, ...(lines.length > 0 ? [close] : []))
    box.hidden = lines.length === 0
  }
}
