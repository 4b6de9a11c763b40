/** What is said in more than one section, and follows wherever one of them is saved. Pure functions: the caller reads and writes. */

import { isAfter } from '../clock-time.ts'
import { limits } from '../limits.ts'
import { clockTimeOf, instantOfDay, instantOn } from '../zone.ts'
import { formTitle, sectionDefaults } from './defaults.ts'
import type { FieldErrors } from './rules.ts'
import type { Content, SectionKey } from './schema.ts'

/** The sections that say the conference's name, its description or its hours. */
export type EventSections = Pick<Content, 'event' | 'hero' | 'registrationForm'>

/** The event while it was never saved: what the stored hero says of it. The hours follow from its date in `timeZone`. */
export function eventOfHero({ title, description, eventDate }: Content['hero'], timeZone: string): Content['event'] {
  return { ...sectionDefaults.event, name: title, description, startTime: clockTimeOf(timeZone, eventDate) }
}

/** Whether the conference gets another name or date: the registration closes by the date, and everybody is told of a new one. */
export const movesOrRenames = (before: Content['hero'], after: Content['hero']): boolean =>
  before.title !== after.title || before.eventDate !== after.eventDate

/**
 * A change with its `eventDate` as an instant: wall-clock time (yyyy-MM-ddTHH:mm) is of `timeZone`, and a day alone begins at
 * `startTime`.
 */
export function withHour<C extends { eventDate?: string }>(change: C, startTime: () => string, timeZone: string): C {
  const { eventDate } = change
  if (!eventDate || eventDate.endsWith('Z')) return change
  const [day = '', time = startTime()] = eventDate.split('T')
  return { ...change, eventDate: instantOfDay(timeZone, day, time) }
}

/** What all three sections say once `saved` is: the name, the description and the hours are the same everywhere. */
export function followed(
  before: EventSections,
  saved: Partial<Pick<Content, 'event' | 'hero'>>,
  timeZone: string,
): EventSections {
  const { event, hero } = saved.event ? eventLeads(before, saved.event, timeZone) : heroLeads(before, saved.hero, timeZone)
  return { event, hero, registrationForm: formAfter(before.registrationForm, before.event.name, event.name) }
}

/** The form of a conference that was called `before`, now that it is called `name`: a title that somebody wrote stays. */
export function formAfter(form: Content['registrationForm'], before: string, name: string): Content['registrationForm'] {
  const isOwn = ![formTitle(before), sectionDefaults.registrationForm.modalTitle].includes(form.modalTitle)
  if (isOwn || name === before) return form
  const modalTitle = formTitle(name)
  // An empty one stands for it as well.
  return { ...form, modalTitle: modalTitle.length > limits.title ? '' : modalTitle }
}

/** Messages for hours of the event that contradict each other. `saved` is the section in which somebody changed them. */
export function hourErrors(saved: SectionKey, { startTime, endTime }: Content['event']): FieldErrors {
  if (endTime === '' || isAfter(endTime, startTime)) return {}
  if (saved === 'event') return { endTime: 'La hora de fin debe ser posterior a la de inicio' }
  return { eventDate: `El evento termina a las ${endTime}: empieza antes, o cambia la hora de fin en Ajustes` }
}

function eventLeads({ event: before, hero }: EventSections, event: Content['event'], timeZone: string) {
  const { name: title, description } = event
  // Only moved hours move the date: what was stored before stays as it was to the minute.
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
