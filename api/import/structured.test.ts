import fc from 'fast-check'
import { expect, test } from 'vitest'
import { planImport } from '../../data/import/plan.ts'
import { type Source, type SourceFile, Unreadable } from '../../data/import/source.ts'
import { zone } from '../../data/testing.ts'
import { rounds } from '../../tests/support/full.ts'
import { readFrab } from './read-frab.ts'
import { readPretalx } from './read-pretalx.ts'
import { readSessionize } from './read-sessionize.ts'
import { frab, pretalx, sessionize } from './testing.ts'

type Fields = Record<string, unknown>

const json = (inRooms: Record<string, unknown>, rooms?: unknown, days: unknown[] = []) =>
  readPretalx(
    JSON.stringify({ schedule: { conference: { rooms, days: [{ date: '2027-03-05', rooms: inRooms }, ...days] } } }),
    zone,
  )

const talk = (title: string, more: Fields = {}) => ({
  ...{ guid: title, title, date: '2027-03-05T09:00:00-06:00', duration: '00:30', persons: [{ id: 7, name: 'Ana Batz' }] },
  ...more,
})

const xml = (inDay: string, day = 'date="2027-03-05"') =>
  readFrab(`<schedule><day index="1" ${day}>${inDay}</day></schedule>`, zone)
const element = (title: string, inside = '') => `<event guid="${title}"><title>${title}</title>${inside}</event>`
const room = (name: string, ...events: string[]) => `<room name="${name}">${events.join('')}</room>`

function summary({ talks, rooms }: SourceFile): unknown[][] {
  const nameOf = (key: string) => rooms.find((room) => room.key === key)?.name ?? key
  return talks.map(({ title, room, day, startTime, endTime, isPlenary, problems }) => [
    ...[title, isPlenary ? `todos ${nameOf(room)}`.trim() : nameOf(room)],
    ...(problems.length > 0 ? problems : [`${day} ${startTime}-${endTime}`]),
  ])
}

const nine = '2027-03-05 09:00-09:30'

test.each([
  ['the day in date, and the hour in start', '<date>2027-03-05</date><start>09:00</start>', nine],
  [
    'a day in date that differs from the day of the schedule',
    '<date>2027-03-06</date><start>09:00</start>',
    '2027-03-06 09:00-09:30',
  ],
  ['an hour of one digit, with seconds', '<start> 9:00:00 </start>', nine],
  ['the whole instant in start', '<start>2027-03-05T09:00:00-06:00</start>', nine],
  ['an invalid day with a valid hour', '<date>pronto</date><start>09:00</start>', nine],
  ['no hour, which leaves the session out', '', 'Se queda fuera: todavía no tiene día y hora'],
  [
    'an invalid hour, which leaves the session out',
    '<start>a las nueve</start>',
    'Se queda fuera: el día y la hora «a las nueve» de la charla 1 de «Ceiba» del día 2027-03-05 no se entienden.',
  ],
])('reads the start time of a session in a frab file: %s', (_, written, expected) => {
  const inside = `${written}<duration>00:30</duration>`
  const others = element('Otra', '<start>11:00</start>')
  expect(summary(xml(room('Ceiba', element('Redes', inside), others)))).toContainEqual(['Redes', 'Ceiba', expected])
})

test('a session at 01:00 without a date takes place in the night after its conference day', () => {
  const file = xml(
    room('Ceiba', element('Fiesta', '<start>01:00</start>')),
    'date="2027-03-05" start="2027-03-05T10:00:00-06:00"',
  )
  expect(summary(file)).toEqual([['Fiesta', 'Ceiba', '2027-03-06 01:00-']])
})

test('a session in the hour that repeats at the end of summer time is put into the first one', () => {
  const inNight = (title: string, date: string, duration: string) => talk(title, { date, duration })
  const sessions = [
    inNight('Primera', '2026-10-25T02:30:00+02:00', '00:30'),
    inNight('Segunda', '2026-10-25T02:30:00+01:00', '00:45'),
    inNight('Larga', '2026-10-25T01:30:00+02:00', '02:00'),
    inNight('Corta', '2026-10-25T01:30:00+02:00', '01:00'),
    inNight('Madrugada', '2026-10-25T03:00:00+01:00', '01:00'),
  ]
  const rooms = { Ceiba: sessions }
  const file = readPretalx(JSON.stringify({ schedule: { conference: { days: [{ rooms }] } } }), 'Europe/Berlin')
  const twice = (verb: string) =>
    `Esa noche se atrasan los relojes: ${verb} a las 02:30 por segunda vez, y aquí queda en la primera.`
  expect(Object.fromEntries(file.talks.map((talk) => [talk.title, [talk.startTime, talk.endTime, talk.notes]]))).toEqual({
    Primera: [
      '02:30',
      '',
      ['Esa noche se atrasan los relojes: termina a las 02:00, antes de la hora a la que empieza, y aquí queda sin hora de fin.'],
    ],
    Segunda: ['02:30', '03:15', [twice('empieza')]],
    Larga: ['01:30', '02:30', [twice('termina')]],
    Corta: ['01:30', '02:30', []],
    Madrugada: ['03:00', '04:00', []],
  })
  const { rows } = planImport(none, file, 'pretalx', '2026-10-25')
  expect(rows.filter(({ section, notes }) => section === 'events' && notes.length > 0)).toHaveLength(3)
})

test('reads the room of a frab session from the session, or from the room that contains it', () => {
  const inside = (name: string) => `<start>09:00</start><duration>0:30</duration><room>${name}</room>`
  expect(summary(xml(element('Redes', inside('Ceiba')) + element('Nubes', inside('Amate'))))).toEqual([
    ['Redes', 'Ceiba', nine],
    ['Nubes', 'Amate', nine],
  ])
  expect(summary(xml(`<rooms>${room('Ceiba', element('Redes', inside('')))}</rooms>`))).toEqual([['Redes', 'Ceiba', nine]])
  expect(summary(xml(room('Ceiba', element('Redes', inside('Amate')))))).toEqual([['Redes', 'Amate', nine]])
})

test('two rooms with equal ids stay two rooms', () => {
  const inRooms = { Ceiba: [talk('Redes')], Amate: [talk('Nubes')] }
  const same = 'b379c473-93b9-4eae-9a09-d482e86cede3'
  const expected = [
    ['Redes', 'Ceiba', nine],
    ['Nubes', 'Amate', nine],
  ]
  const shared = [
    { name: 'Ceiba', guid: same },
    { name: 'Amate', guid: same },
  ]
  expect(summary(json(inRooms, shared))).toEqual(expected)
  expect(
    summary(
      json(
        inRooms,
        shared.map(({ name }) => ({ name, id: 0 })),
      ),
    ),
  ).toEqual(expected)
  const event = (title: string) => element(title, '<start>09:00</start><duration>00:30</duration>')
  const frabRooms = ['Ceiba', 'Amate'].map(
    (name, index) => `<room name="${name}" guid="${same}">${event(['Redes', 'Nubes'][index] ?? '')}</room>`,
  )
  expect(summary(xml(frabRooms.join('')))).toEqual(expected)
  const all = {
    sessions: [],
    speakers: [],
    rooms: [
      { id: 1, name: 'Ceiba' },
      { id: 1, name: 'Amate' },
    ],
  }
  const session = (title: string, room: string) => ({
    id: title,
    title,
    startsAt: '2027-03-05T09:00:00',
    endsAt: '2027-03-05T09:30:00',
    roomId: 1,
    room,
  })
  const file = readSessionize(JSON.stringify({ ...all, sessions: [session('Redes', 'Ceiba'), session('Nubes', 'Amate')] }), zone)
  expect(summary(file)).toEqual(expected)
})

test('talks and people with equal ids stay separate', () => {
  const persons = (name: string) => ({ persons: [{ id: 0, guid: null, name }] })
  const file = json({
    Ceiba: [talk('Redes', { guid: 'x', ...persons('Ana Batz') }), talk('Nubes', { guid: 'x', id: 4, ...persons('Beto Choc') })],
  })
  expect(file.speakers.map(({ name }) => name)).toEqual(['Ana Batz', 'Beto Choc'])
  expect(new Set(file.talks.map(({ key }) => key)).size).toBe(2)
  // A talk in two slots keeps its own key in both.
  const twice = json({ Ceiba: [talk('Taller'), talk('Taller', { date: '2027-03-05T15:00:00-06:00' })] })
  expect(twice.talks.map(({ key }) => key)).toEqual(['Taller', 'Taller'])
})

test('a session that is in all used rooms at once is imported as one session for all rooms', () => {
  const workshop = { Ceiba: [talk('Taller', { guid: 'a' })], Amate: [talk('Taller', { guid: 'b' })] }
  expect(summary(json({ ...workshop, Auditorio: [talk('Redes')] }))).toEqual([
    ['Taller', 'Ceiba', nine],
    ['Taller', 'Amate', nine],
    ['Redes', 'Auditorio', nine],
  ])
  // This talk begins at 09:20, while the workshop in the other rooms still runs.
  const later = { date: '2027-03-05T09:20:00-06:00' }
  expect(summary(json({ ...workshop, Auditorio: [talk('Redes', later)] })).filter(([, where]) => where === 'todos')).toEqual([])
  const after = { date: '2027-03-05T09:30:00-06:00' }
  expect(summary(json({ ...workshop, Auditorio: [talk('Redes', after)] }))[0]).toEqual(['Taller', 'todos', nine])
  // A draft is not imported and occupies no room.
  expect(summary(json({ ...workshop, Auditorio: [talk('Redes', { state: 'submitted' })] }))[0]).toEqual(['Taller', 'todos', nine])
})

test('a break in one room counts for all rooms unless another room has a talk at that time', () => {
  const lunch = talk('Almuerzo', { type: 'Lunch', persons: [] })
  expect(summary(json({ Ceiba: [lunch], Amate: [] }))).toEqual([['Almuerzo', 'todos Ceiba', nine]])
  expect(summary(json({ Ceiba: [lunch], Amate: [talk('Redes')] }))).toContainEqual(['Almuerzo', 'Ceiba', nine])
})

test('joins subtitle and abstract of a talk without repeating the subtitle', () => {
  const frabTalk = (subtitle: string) =>
    xml(
      room(
        'Ceiba',
        element('Redes', `<subtitle>${subtitle}</subtitle><abstract>Resumen.</abstract><description>Más.</description>`),
      ),
    )
  expect(frabTalk('De la web').talks[0]?.description).toBe('De la web\n\nResumen.\n\nMás.')
  expect(frabTalk('').talks[0]?.description).toBe('Resumen.\n\nMás.')
  expect(frabTalk('Resumen').talks[0]?.description).toBe('Resumen.\n\nMás.')
  const file = json({ Ceiba: [talk('Redes', { subtitle: { en: 'For the web', es: 'De la web' }, abstract: null })] })
  expect(file.talks[0]?.description).toBe('De la web')
})

test('skips damaged sessions and reports their position in the file', () => {
  const person = { id: 7, name: 'Ana Batz', position: null, biography: 5, links: [{ title: 'Blog', url: null }, null] }
  const file = json(
    { Ceiba: [talk('Redes', { persons: [person, null, {}] }), null, 'x', talk('', { guid: 'g' })] },
    { 0: null },
    [
      { index: 2, date: '2027-03-06', rooms: [] },
      null,
      { index: 4, date: '2027-03-08', rooms: [[talk('Nubes', { room: { es: 'Amate' } })], 7] },
    ],
  )
  expect(summary(file)).toEqual([
    ['Redes', 'Ceiba', nine],
    ['', 'Ceiba', 'Es la charla 4 de «Ceiba» del día 2027-03-05 en el archivo.'],
    ['Nubes', 'Amate', nine],
    ['', '', 'Se queda fuera: la charla 2 de «Ceiba» del día 2027-03-05 no se puede leer.'],
    ['', '', 'Se queda fuera: la charla 3 de «Ceiba» del día 2027-03-05 no se puede leer.'],
    ['', '', 'Se queda fuera: la charla 1 del día 2027-03-08 no se puede leer.'],
  ])
  expect(file.speakers).toMatchObject([{ name: 'Ana Batz', bio: '5', links: [], problems: [] }])
})

test('reads a Sessionize file with multilingual titles, empty links and missing values', () => {
  const all = JSON.parse(sessionize())
  all.sessions[0].title = { ja: '眠らない網', en: 'Networks' }
  all.sessions.push(null, { id: 9, title: 'Sin sala', startsAt: '2027-03-05T09:00:00', speakers: null })
  all.speakers[0].links = [{ title: 'Blog' }, null]
  all.rooms.push(null)
  all.categories = {}
  const file = readSessionize(JSON.stringify(all), zone)
  expect(file.speakers.map(({ links }) => links)).toEqual([[], []])
  expect(summary(file)).toEqual([
    ['Networks', 'Ceiba', '2027-03-05 09:00-09:45'],
    ['Sin sala', '', 'Se queda fuera: todavía no tiene escenario'],
    ['Nubes', 'Amate', '2027-03-05 10:00-10:30'],
    ['Almuerzo', 'todos', '2027-03-05 12:00-13:00'],
    ['Borrador', '', 'Se queda fuera: no está confirmada en su origen'],
    ['', '', 'Se queda fuera: la charla 6 no se puede leer.'],
  ])
})

test('reads the schedule grid and the session list of Sessionize', () => {
  const session = {
    ...{ id: '1', title: 'Redes', startsAt: '2027-03-05T09:00:00', endsAt: '2027-03-05T09:30:00', roomId: 3, room: 'Ceiba' },
    speakers: [{ id: 'a', name: 'Ana Batz' }],
    categories: [{ id: 1, name: 'Track', categoryItems: [{ id: 5, name: 'Nube' }] }],
  }
  const lobby = { ...session, id: '2', title: 'Bienvenida', speakers: [], isServiceSession: true, roomId: 4, room: 'Vestíbulo' }
  const grid = [
    {
      rooms: [
        { id: 3, name: 'Ceiba', sessions: [session] },
        { id: 4, name: 'Vestíbulo', sessions: [lobby] },
      ],
    },
  ]
  for (const view of [grid, [{ groupName: 'All', sessions: [session, lobby] }]]) {
    const file = readSessionize(JSON.stringify(view), zone)
    expect(summary(file)).toEqual([
      ['Redes', 'Ceiba', nine],
      ['Bienvenida', 'Vestíbulo', nine],
    ])
    expect(file.talks[0]).toMatchObject({ track: 'Nube', speakers: ['a'] })
    expect(file.speakers.map(({ name }) => name)).toEqual(['Ana Batz'])
  }
})

const none = { speakers: [], scenarios: [], events: [] }
const titlesIn = (file: SourceFile) => file.talks.filter(({ problems }) => problems.length === 0).map(({ title }) => title)

/** An error other than Unreadable fails the test, because the server would answer 500. */
function planned(source: Source, read: (data: string, zone: string) => SourceFile, data: string): SourceFile | null {
  try {
    const file = read(data, zone)
    planImport(none, structuredClone(file), source, '2027-03-05')
    return file
  } catch (error) {
    expect(error).toBeInstanceOf(Unreadable)
    return null
  }
}

const wrong = fc.oneof(
  fc.constantFrom<unknown>(null, undefined, '', [], {}, [null], '2027-99-99', 'T25:00', '9999999:00', 1e300, true, -1),
  // String() and Number() throw for these objects.
  fc.constantFrom<unknown>({ toString: '' }, [{ toString: null, valueOf: 1 }], { name: { toString: 1 } }, { length: 1e9 }),
  fc.jsonValue({ maxDepth: 2 }),
)

type Holder = Record<string, unknown> | unknown[]

/** Puts `wrong` somewhere into a JSON value. `steps` choose the place. */
function damage(value: unknown, steps: readonly number[], wrong: unknown): void {
  let holder = value as Holder
  for (const [index, step] of steps.entries()) {
    const keys = Object.keys(holder)
    const key = keys[step % keys.length]
    if (key === undefined) return
    const inside = Reflect.get(holder, key)
    if (index < steps.length - 1 && typeof inside === 'object' && inside !== null && Object.keys(inside).length > 0)
      holder = inside
    else {
      Reflect.set(holder, key, wrong)
      return
    }
  }
}

const steps = fc.array(fc.nat(), { minLength: 1, maxLength: 5 })
const others = (titles: string[]) => titles.filter((title) => title !== 'Nubes')

test.each([
  [
    'pretalx',
    readPretalx,
    pretalx(),
    (file: Fields) => Object.values(Reflect.get((file as never as Pretalx).schedule.conference.days[0] ?? {}, 'rooms')).flat(),
  ],
  ['sessionize', readSessionize, sessionize(), (file: Fields) => file.sessions as unknown[]],
] as const)('one damaged session of a file from %s does not affect the other sessions', (source, read, data, sessionsIn) => {
  const whole = others(titlesIn(read(data, zone)))
  fc.assert(
    fc.property(steps, wrong, (steps, value) => {
      const file = JSON.parse(data)
      damage(
        (sessionsIn(file) as { title: string }[]).find(({ title }) => title === 'Nubes'),
        steps,
        value,
      )
      expect(others(titlesIn(planned(source, read, JSON.stringify(file)) as SourceFile))).toEqual(expect.arrayContaining(whole))
      const anywhere = JSON.parse(data)
      damage(anywhere, steps, value)
      planned(source, read, JSON.stringify(anywhere))
    }),
    { numRuns: rounds(200, 5_000) },
  )
})

type Pretalx = { schedule: { conference: { days: object[] } } }

test('one damaged session of a frab file does not affect the other sessions', () => {
  const data = frab()
  const start = data.indexOf('<event id="1" guid="7c9e6679')
  const [before, event, after] = [
    data.slice(0, start),
    data.slice(start, data.indexOf('</event>', start) + 8),
    data.slice(data.indexOf('</event>', start) + 8),
  ]
  const parts = event.split(/(?<=>)|(?=<)/)
  const text = fc.oneof(
    fc.constantFrom('', '0', '2027-99-99', '99:99', '2027-03-05', '9999999:00'),
    fc.string().map((any) => any.replace(/[<&]/g, '')),
  )
  const whole = others(titlesIn(readFrab(data, zone)))
  fc.assert(
    fc.property(fc.nat(), text, fc.boolean(), (at, value, isElement) => {
      const damaged = [...parts]
      const index = 1 + (at % (parts.length - 2))
      const part = damaged[index] ?? ''
      if (!part.startsWith('<')) damaged[index] = value
      else if (isElement) damaged[index] = part.replace(/^<[a-z]+/, '<x').replace(/^<\/[a-z]+/, '</x')
      const file = planned('frab', readFrab, before + damaged.join('') + after)
      if (file) expect(others(titlesIn(file))).toEqual(expect.arrayContaining(whole))
      else expect(isElement).toBe(true)
    }),
    { numRuns: rounds(200, 5_000) },
  )
})
