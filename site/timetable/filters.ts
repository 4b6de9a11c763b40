import type { AgendaEvent, Scenario } from '../../data/content/schema.ts'

export type Filter = { label: string; all: string; choices: { number: number; label: string }[] }

type Filters = {
  filters: Filter[]
  /** Room ids with the numbers that identify the rooms' choices in the filters. */
  rooms: Record<string, number>
  /** Numbers that identify the filter choices of the event, separated by spaces. */
  numbersOf(event: AgendaEvent): string
}

const kinds = [
  { key: 'language', label: 'Idioma', all: 'Idioma: todos' },
  { key: 'level', label: 'Nivel', all: 'Nivel: todos' },
  { key: 'track', label: 'Tema', all: 'Tema: todos' },
] as const

export function filtersOf(events: AgendaEvent[], scenarios: Scenario[]): Filters {
  let count = 0
  const numbers = new Map<string, number>()
  const filter = (key: string, label: string, all: string, choices: [value: string, label: string][]): Filter[] => {
    if (choices.length < 2) return []
    for (const [value] of choices) numbers.set(`${key} ${value}`, ++count)
    return [{ label, all, choices: choices.map(([value, label]) => ({ number: numbers.get(`${key} ${value}`) ?? 0, label })) }]
  }
  const used = new Set(events.filter(({ isPlenary }) => !isPlenary).map(({ scenarioId }) => scenarioId))
  const rooms = scenarios.filter(({ id }) => used.has(id)).map(({ id, name }) => [id, name] as [string, string])
  const byRoom = filter('room', 'Sala', 'Sala: todas', rooms)
  const byKind = kinds.flatMap(({ key, label, all }) => {
    const values = new Set(events.map((event) => event[key]).filter(Boolean))
    return filter(
      key,
      label,
      all,
      [...values].toSorted(inSpanish.compare).map((value) => [value, value]),
    )
  })
  return {
    filters: [...byRoom, ...byKind],
    rooms: Object.fromEntries(byRoom.length > 0 ? rooms.map(([id]) => [id, numbers.get(`room ${id}`) ?? 0]) : []),
    numbersOf(event) {
      const roomKeys = event.isPlenary ? rooms.map(([id]) => `room ${id}`) : [`room ${event.scenarioId}`]
      const kindKeys = kinds.map(({ key }) => `${key} ${event[key]}`)
      return [...roomKeys, ...kindKeys].flatMap((name) => numbers.get(name) ?? []).join(' ')
    },
  }
}

const inSpanish = new Intl.Collator('es', { numeric: true })

/** CSS rules that filter without JavaScript. `:has` is only on `.agenda-head`, because on the whole agenda it would be slow (decision 7). */
export function filterRules(filters: Filter[]): string {
  const hidden = (n: number) => `.agenda-head:has(option[value="${n}"]:checked)~.day .session:not([data-f~="${n}"]){display:none}`
  return filters.flatMap(({ choices }) => choices.map(({ number }) => hidden(number))).join('')
}
