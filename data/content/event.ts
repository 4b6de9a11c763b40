/** The sections event and hero both store the conference's name, description and start, and are saved together. */

import { isAfter } from '../clock-time.ts'
import { limits } from '../limits.ts'
import { dayMs, timeAfter } from '../time.ts'
import { clockTimeOf, dayAfter, dayOf, instantOfDay, instantOn } from '../zone.ts'
import { formTitle, sectionDefaults } from './defaults.ts'
import type { FieldErrors } from './rules.ts'
import type { AgendaEvent, Content, SectionKey } from './schema.ts'

export type EventSections = Pick<Content, 'event' | 'hero' | 'registrationForm'>

export function eventOfHero({ title, description, eventDate }: Content['hero'], timeZone: string): Content['event'] {
  return { ...sectionDefaults.event, name: title, description, startTime: clockTimeOf(timeZone, eventDate) }
}

export const movesOrRenames = (before: Content['hero'], after: Content['hero']): boolean =>
  before.title !== after.title || before.eventDate !== after.eventDate

export function withStartTime<C extends { eventDate?: string }>(change: C, startTime: () => string, timeZone: string): C {
  const { eventDate } = change
  if (!eventDate || eventDate.endsWith('Z')) return change
  const [day = '', time = startTime()] = eventDate.split('T')
  return { ...change, eventDate: instantOfDay(timeZone, day, time) }
}

/** Sessions with a day of their own move by as many days as the conference. Moved sessions get a new `updatedAt`. */
export function withMovedDays(
  events: AgendaEvent[],
  [before, after]: readonly [eventDate: string, eventDate: string],
  { timeZone, at }: { timeZone: string; at: string },
): AgendaEvent[] {
  const [from, to] = [dayOf(timeZone, before), dayOf(timeZone, after)]
  const days = Math.round((Date.parse(to) - Date.parse(from)) / dayMs)
  if (days === 0 || events.every(({ day }) => day === '')) return events
  return events.map((event) =>
    event.day === '' ? event : { ...event, day: dayAfter(event.day, days), updatedAt: timeAfter(event.updatedAt, at) },
  )
}

export function synchroniseSections(
  before: EventSections,
  saved: Partial<Pick<Content, 'event' | 'hero'>>,
  timeZone: string,
): EventSections {
  const { event, hero } = saved.event ? eventLeads(before, saved.event, timeZone) : heroLeads(before, saved.hero, timeZone)
  return { event, hero, registrationForm: renamedForm(before.registrationForm, before.event.name, event.name) }
}

/** Puts a new name into the form's title, unless an organiser wrote a title of their own. */
export function renamedForm(form: Content['registrationForm'], before: string, name: string): Content['registrationForm'] {
  const isOwn = ![formTitle(before), sectionDefaults.registrationForm.modalTitle].includes(form.modalTitle)
  if (isOwn || name === before) return form
  const modalTitle = formTitle(name)
  return { ...form, modalTitle: modalTitle.length > limits.title ? '' : modalTitle }
}

export function hourErrors(saved: SectionKey, { startTime, endTime }: Content['event']): FieldErrors {
  if (endTime === '' || isAfter(endTime, startTime)) return {}
  if (saved === 'event') return { endTime: 'La hora de fin debe ser posterior a la de inicio' }
  return { eventDate: `El evento termina a las ${endTime}: empieza antes, o cambia la hora de fin en Ajustes` }
}

function eventLeads({ event: before, hero }: EventSections, event: Content['event'], timeZone: string) {
  const { name: title, description } = event
  // The hero's date may be more exact than `startTime`, so it changes only if `startTime` changes.
  const isMoved = event.startTime !== before.startTime
  const eventDate = isMoved ? instantOn(timeZone, hero.eventDate, event.startTime) : hero.eventDate
  return { event, hero: { ...hero, title, description, eventDate } }
}

function heroLeads({ event: before, hero: heroBefore }: EventSections, hero = heroBefore, timeZone: string) {
  const { title: name, description, eventDate } = hero
  const isMoved = eventDate !== heroBefore.eventDate
  const startTime = isMoved ? clockTimeOf(timeZone, eventDate) : before.startTime
  return { event: { ...before, name, description, startTime }, hero }
}
