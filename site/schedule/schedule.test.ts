import { execFileSync } from 'node:child_process'
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseXml, XmlElement } from '@rgrove/parse-xml'
import { parse } from 'csv-parse/sync'
import { expect, test } from 'vitest'
import { itemDefaults } from '../../data/content/defaults.ts'
import type { Content } from '../../data/content/schema.ts'
import { contentDefaults } from '../../data/content/stored.ts'
import { publicContent } from '../../data/programme/public-content.ts'
import { temporaryDir, zone } from '../../data/testing.ts'
import { large } from '../../demo/large/large.ts'
import { demoContent } from '../../demo/page-content.ts'
import { scheduleCsv } from './csv.ts'
import { scheduleJson } from './json.ts'
import { programmeOf } from './programme.ts'
import { scheduleXml } from './xml.ts'

const origin = 'https://conferencia.gt'
const programme = (content: Content, timeZone = zone) => programmeOf(publicContent(content, timeZone), timeZone, origin)

type Event = { guid: string; id: number; code: string; date: string; duration: string; persons: { name: string }[]; room: string }
type Day = { date: string; day_start: string; day_end: string; rooms: Record<string, Event[]> }

function daysIn(json: string): Day[] {
  return JSON.parse(json).schedule.conference.days
}

const eventsIn = (json: string) => daysIn(json).flatMap(({ rooms }) => Object.values(rooms).flat())

/** frab's XML schema, which is in the repository voc/schedule. */
const schema = process.env.SCHEDULE_XSD ?? ''
const canCheck = existsSync(schema) && ['/usr/bin/xmllint', '/usr/local/bin/xmllint'].some((path) => existsSync(path))

test('schedule.json, schedule.xml and schedule.csv contain every visible talk once', async () => {
  const content = await demoContent(large)
  const shown = publicContent(content, zone)
  const events = eventsIn(scheduleJson(programme(content)))
  expect(events.length).toBe(shown.events.length)
  expect(new Set(events.map(({ guid }) => guid)).size).toBe(events.length)
  expect(new Set(events.map(({ id }) => id)).size).toBe(events.length)
  expect(new Set(events.map(({ code }) => code)).size).toBe(events.length)
  const names = new Map(shown.speakers.map(({ id, name }) => [id, name]))
  const expected = shown.events.map(({ speakerIds }) => speakerIds.map((id) => names.get(id)).join())
  expect(events.map(({ persons }) => persons.map(({ name }) => name).join()).toSorted()).toEqual(expected.toSorted())
  const rows: string[][] = parse(scheduleCsv(programme(content)), { bom: true })
  expect(rows.length).toBe(1 + shown.events.length)
  const xml = parseXml(scheduleXml(programme(content))).root as XmlElement
  const elements = (element: XmlElement): XmlElement[] =>
    element.children.flatMap((child) => (child instanceof XmlElement ? [child, ...elements(child)] : []))
  expect(elements(xml).filter(({ name }) => name === 'event').length).toBe(shown.events.length)
})

test('a talk that lasts past midnight ends on the next day, in the right time zone', () => {
  const content: Content = structuredClone({ ...contentDefaults })
  const stamp = { createdAt: '2026-01-01T00:00:00.000Z', updatedAt: '2026-01-01T00:00:00.000Z', displayOrder: 0, isActive: true }
  const fiesta = { ...itemDefaults.events, ...stamp, id: 'a', title: 'Fiesta', isPlenary: true }
  content.events = [
    { ...fiesta, day: '2027-03-13', startTime: '22:00', endTime: '01:30' },
    { ...fiesta, id: 'b', day: '2027-07-13', startTime: '09:00', endTime: '10:00' },
  ]
  const [winter, summer] = daysIn(scheduleJson(programme(content, 'America/New_York')))
  expect(winter).toMatchObject({ day_start: '2027-03-13T22:00:00-05:00', day_end: '2027-03-14T01:30:00-05:00' })
  expect(winter?.rooms['Todas las salas']?.[0]).toMatchObject({ date: '2027-03-13T22:00:00-05:00', duration: '03:30' })
  expect(summer?.day_start).toBe('2027-07-13T09:00:00-04:00')
})

test('a talk is exported with the guid that it was imported with, and exports are repeatable', async () => {
  const content = await demoContent()
  const [first, ...others] = content.events
  const guid = '0f8fad5b-d9cb-469f-a165-70867728950e'
  const keyed = { ...content, events: first ? [{ ...first, sourceId: guid.toUpperCase() }, ...others] : [] }
  expect(eventsIn(scheduleJson(programme(keyed))).map((event) => event.guid)).toContain(guid)
  expect(scheduleXml(programme(content))).toBe(scheduleXml(programme(content)))
})

test('schedule.xml escapes markup in titles, and schedule.csv escapes formulas', async () => {
  const content = await demoContent()
  const title = '=1+1 <b>&"quoted"</b>\u0001'
  const events = content.events.map((event) => ({ ...event, title }))
  const xml = parseXml(scheduleXml(programme({ ...content, events })))
  expect(xml.text).toContain('=1+1 <b>&"quoted"</b>\ufffd')
  const [, row] = parse(scheduleCsv(programme({ ...content, events })), { bom: true }) as string[][]
  expect(row?.[1]).toBe(`'=1+1 <b>&"quoted"</b>\ufffd`)
})

test.skipIf(!canCheck)('schedule.xml follows the voc/schedule schema, even without talks', async () => {
  const contents = [contentDefaults, await demoContent(), await demoContent(large)]
  for (const [index, content] of contents.entries()) {
    const path = join(temporaryDir(), `${index}.xml`)
    writeFileSync(path, scheduleXml(programme(content)))
    expect(() => execFileSync('xmllint', ['--noout', '--schema', schema, path], { stdio: 'pipe' })).not.toThrow()
  }
})
