import { memoized } from '../../data/memo.ts'
import { xmlText } from '../../data/text.ts'
import { asHours, type ExportedTalk, linkTitles, type Programme, types, versionOf } from './programme.ts'

/** frab's format, which phone apps read. Its schema is the folder `validator/xsd` of https://github.com/voc/schedule */
export function scheduleXml(programme: Programme): string {
  const { title, acronym, origin, timeZone, rooms, tracks, days } = programme
  const inRooms = days.map(({ day, start, end, talks }, index) => {
    const rows = rooms.flatMap(({ guid, name }) => {
      const inRoom = talks.filter(({ room }) => room.guid === guid)
      return [`    <room${attributes({ name, guid })}>`, ...inRoom.map(eventOf), '    </room>']
    })
    return [`  <day${attributes({ index: index + 1, date: day, start, end })}>`, ...rows, '  </day>'].join('\n')
  })
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<schedule>',
    `  <generator${attributes({ name: 'conferencia', version: '1' })}/>`,
    `  ${element('url', `${origin}/schedule.xml`)}`,
    `  ${element('version', versionOf(inRooms.join()))}`,
    '  <conference>',
    `    ${element('title', title)}`,
    `    ${element('acronym', acronym)}`,
    `    ${element('start', days[0]?.day ?? '')}`,
    `    ${element('end', days.at(-1)?.day ?? '')}`,
    `    ${element('days', String(days.length))}`,
    `    ${element('timeslot_duration', '00:05')}`,
    `    ${element('base_url', `${origin}/`)}`,
    `    ${element('time_zone_name', timeZone)}`,
    ...tracks.map((name) => `    <track${attributes({ name })}/>`),
    '  </conference>',
    ...inRooms,
    '</schedule>',
    '',
  ].join('\n')
}

const eventOf = memoized(({ guid, number, code, room, date, duration, persons, ...talk }: ExportedTalk): string =>
  [
    `      <event${attributes({ guid, id: number, code })}>`,
    `        ${element('room', room.name)}`,
    `        ${element('title', talk.title)}`,
    `        ${element('subtitle', '')}`,
    `        ${element('type', talk.isPlenary ? types.plenary : types.talk)}`,
    `        ${element('date', date)}`,
    `        ${element('start', talk.startTime)}`,
    `        ${element('duration', asHours(duration))}`,
    `        ${element('abstract', talk.description)}`,
    `        ${element('track', talk.track)}`,
    `        ${element('language', talk.language)}`,
    '        <persons>',
    ...persons.map(
      (person) => `          <person${attributes({ id: person.number, guid: person.guid })}>${escaped(person.name)}</person>`,
    ),
    '        </persons>',
    ...linksIn('links', 'link', linkTitles.recording, talk.recordingUrl),
    ...linksIn('attachments', 'attachment', linkTitles.slides, talk.slidesUrl),
    '      </event>',
  ].join('\n'),
)

const linksIn = (list: string, name: string, title: string, href: string) =>
  href === ''
    ? []
    : [`        <${list}>`, `          <${name}${attributes({ href })}>${escaped(title)}</${name}>`, `        </${list}>`]

const element = (name: string, text: string) => `<${name}>${escaped(text)}</${name}>`

const attributes = (values: Record<string, string | number>) =>
  Object.entries(values)
    .map(([name, value]) => ` ${name}="${escaped(String(value))}"`)
    .join('')

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', '\r': '&#13;', '\n': '&#10;' }

const escaped = (text: string) => xmlText(text).replace(/[&<>"\r\n]/g, (character) => entities[character] ?? character)
