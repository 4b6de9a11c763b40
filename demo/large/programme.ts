import type { Chance } from '../chance.ts'
import type { SampleEvent } from '../sample.ts'
import { type Room, rooms } from './rooms.ts'
import { audiences, contents, endings, lists, openings, suffixes, troubles, turns } from './sentences.ts'

/** Start and end of the sessions of a day. Two neighbouring slots may become one workshop. */
const slots = [
  ['10:00', '10:40'],
  ['10:50', '11:30'],
  ['11:40', '12:20'],
  ['14:00', '14:40'],
  ['14:50', '15:30'],
  ['16:00', '16:40'],
] as const
const [workshopStart, workshopEnd] = [slots[3][0], slots[4][1]]

const plenaries: SampleEvent[][] = [
  [
    forAll(
      '08:00',
      '09:00',
      'Acreditación y café',
      'El gafete se recoge con el código del correo; la fila de la izquierda avanza más rápido.',
    ),
    forAll(
      '09:00',
      '09:45',
      'Apertura: tres días para conversar',
      'Quiénes somos, cuántas personas vienen y de dónde, y las tres reglas de la casa.',
      2,
    ),
    forAll('12:30', '13:45', 'Almuerzo', 'Vegetariano en la mesa verde. Se come en el patio o, si llueve, en los pasillos.'),
    forAll('17:00', '17:45', 'Conferencia magistral: la máquina que no sabía hablar k’iche’', '', 1),
  ],
  [
    forAll('09:00', '09:45', 'Conferencia magistral: mantener lo que ya funciona', '', 1),
    forAll(
      '12:30',
      '13:45',
      'Almuerzo y feria de comunidades',
      'Veintidós comunidades con mesa propia, calcomanías y una pregunta para ti.',
    ),
    forAll('15:30', '16:00', 'Refacción', 'Champurradas hasta agotar existencias.'),
    forAll(
      '17:00',
      '18:00',
      'Charlas relámpago',
      'Diez personas, cinco minutos cada una, un gong. La lista se abre a mediodía junto a la entrada.',
      3,
    ),
  ],
  [
    forAll('09:00', '09:45', 'Mesa principal: ¿quién paga el software libre?', '', 4),
    forAll('12:30', '13:45', 'Almuerzo', 'El último: quedan los tamales que no se comieron ayer.'),
    forAll(
      '16:50',
      '17:30',
      'Cierre, premios y foto de grupo',
      'Lo que dijimos que haríamos el primer día y lo que de verdad hicimos.',
      2,
    ),
    { ...forAll('17:30', '', 'Marimba y despedida', 'Hasta que se apaguen las luces.'), endTime: '' },
  ],
]

function forAll(startTime: string, endTime: string, title: string, description: string, count = 0): SampleEvent {
  return { title, description, startTime, endTime, isPlenary: true, speakers: Array.from({ length: count }, () => '') }
}

/** Returns a programme with all speakers. Nobody speaks in two rooms at once. */
export function makeProgramme(chance: Chance, people: readonly string[]): SampleEvent[] {
  const talks = new Map(rooms.map((room) => [room.key, titlesOf(room, chance)]))
  const queue = chance.shuffled(people)
  const speak = (count: number) => Array.from({ length: count }, () => rotate(queue))
  return plenaries.flatMap((forEverybody, daysLater) => {
    const workshops = new Set(
      chance
        .shuffled(rooms)
        .slice(0, 2)
        .map(({ key }) => key),
    )
    const ofDay = slots.flatMap(([startTime, endTime], slot) =>
      rooms.flatMap((room): SampleEvent[] => {
        const isWorkshop = workshops.has(room.key) && startTime === workshopStart
        if (workshops.has(room.key) && endTime === workshopEnd) return []
        const { topic, title } = talks.get(room.key)?.shift() ?? { topic: room.track, title: room.track }
        return [
          {
            scenario: room.key,
            title,
            description: abstractOf(topic, chance),
            startTime,
            // Some real programmes have no end times.
            endTime: isWorkshop ? workshopEnd : slot < 3 && chance.happens(0.12) ? '' : endTime,
            speakers: speak(isWorkshop ? 2 : chance.pick([1, 1, 1, 1, 1, 2, 2, 3, 4])),
            language: chance.pick(['Español', 'Español', 'Español', 'Español', 'Español', 'English', 'K’iche’']),
            level: chance.pick(['Introductorio', 'Introductorio', 'Intermedio', 'Avanzado', '']),
            track: room.track,
          },
        ]
      }),
    )
    const named = forEverybody.map((event) => ({
      ...event,
      description: event.description || abstractOf(event.title.replace(/^.*: /, ''), chance),
      speakers: speak(event.speakers?.length ?? 0),
    }))
    const all = [...named, ...ofDay].toSorted((a, b) => a.startTime.localeCompare(b.startTime))
    return all.map((event) => ({ ...event, daysLater }))
  })
}

/** The queue is longer than the number of rooms, so nobody speaks twice in a slot. */
function rotate(queue: string[]): string {
  const first = queue.shift() ?? ''
  queue.push(first)
  return first
}

function titlesOf({ topics }: Room, chance: Chance): { topic: string; title: string }[] {
  const [some = [], others = []] = [chance.shuffled(topics), chance.shuffled(topics)]
  return [...some, ...others].map((topic, index) => {
    const suffix = suffixes[(topics.indexOf(topic) + (index < topics.length ? 0 : 6)) % suffixes.length]
    return { topic, title: `${topic}: ${suffix}` }
  })
}

/** Returns 640 to 800 characters, as long as abstracts of real conferences. One in four has a list. */
function abstractOf(topic: string, chance: Chance): string {
  const { pick, shuffled } = chance
  while (true) {
    const [trouble = '', another = ''] = shuffled(troubles)
    const opening = [pick(openings)(topic), trouble, ...(chance.happens(0.4) ? [another] : [])].join(' ')
    const [turn = '', content = '', more = ''] = [pick(turns), ...shuffled(contents)]
    const middle = [turn, content, ...(chance.happens(0.5) ? [more] : [])].join(' ')
    const list = chance.happens(0.25) ? [pick(lists)] : []
    const text = [opening, middle, ...list, `${pick(audiences)} ${pick(endings)}`].join('\n\n')
    if (text.length >= 640 && text.length <= 800) return text
  }
}
