import { formatCount } from '../text/format-count.ts'
import { any, create } from './dom.ts'
import type { Doubles } from './sync.ts'

type Double = Doubles['doublesSeen'][number]

export function createDoubles(timeOf: (at: string) => string): (doubles: Doubles) => void {
  const box = any('doubles')
  const dismissedKeys = new Set<string>()
  const keyOf = ({ registration, at }: Double) => `${registration} ${at.length}`

  const textOf = ({ name, at, doors }: Double) =>
    `${name} entró ${at.length === 2 ? 'dos' : at.length} veces: ${at
      .map((time, index) => `${doors[index] || 'puerta sin nombre'} ${timeOf(time)}`)
      .join(', ')}`

  let drawn = ''

  return ({ doublesCount, doublesSeen }) => {
    if (doublesCount === 0) dismissedKeys.clear()
    const undismissed = doublesSeen.filter((each) => !dismissedKeys.has(keyOf(each)))
    const unseenCount = doublesCount - doublesSeen.length
    const texts = undismissed.map(textOf)
    if (texts.length > 0 && unseenCount > 0) texts.push(`Y ${formatCount(unseenCount)} más.`)
    const now = texts.join('\n')
    if (now === drawn) return
    drawn = now
    const close = create('button', { type: 'button', textContent: 'Enterado' })
    close.addEventListener('click', () => {
      for (const each of undismissed) dismissedKeys.add(keyOf(each))
      drawn = ''
      box.replaceChildren()
      box.hidden = true
    })
    const lines = texts.map((textContent) => create('p', { textContent }))
    box.replaceChildren(...lines, ...(lines.length > 0 ? [close] : []))
    box.hidden = lines.length === 0
  }
}
