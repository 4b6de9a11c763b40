import { atom } from 'nanostores'
import type { AnnouncementState } from '../../../api/mail/announcement-routes.ts'
import type { Words } from '../../../data/mail/announcements.ts'
import type { EventFacts } from '../../../data/mail/event-facts.ts'
import { formatCount } from '../../text/format-count.ts'
import type { ToastContent } from '../../toast/toast.ts'
import { api, ok } from '../calls/client.ts'
import { createLoaded } from '../calls/loaded.ts'
import { capitalized } from '../calls/messages.ts'
import { $session } from '../calls/session.ts'
import { kinds, viewOf } from '../content/kinds.ts'
import { openTab } from '../shell/tab.ts'
import { isAllSent, stopping } from './to-many.ts'

/** What people do not know yet, and how far the last announcement got; null where no mail is sent. */
export const announcement = createLoaded<{ state: AnnouncementState | null }>(async () => ({
  state: await (await ok(api.mails.announcement.$get())).json(),
}))

/** Whether the last look at an announcement is open. */
export const $isAnnouncing = atom(false)

const labels: Record<keyof EventFacts, string> = { eventDate: 'la fecha', endTime: 'la hora de fin', location: 'el lugar' }

/** What changed, such as 'La fecha y el lugar cambiaron'. */
export function changedInWords(changes: AnnouncementState['changes']): string {
  const names = changes.map(({ field }) => labels[field])
  const list = new Intl.ListFormat('es').format(names)
  return `${capitalized(list)} ${names.length === 1 ? 'cambió' : 'cambiaron'}`
}

/** How many, such as 'las 1,234 personas registradas'. */
export function everybody(people: number): string {
  return people === 1 ? 'la persona registrada' : `las ${formatCount(people)} personas registradas`
}

const facts = ['eventDate', 'location', 'startTime', 'endTime']

/**
 * What a toast offers after a save that changed these fields, where somebody should be told of it and whoever saved may do
 * so. The save stands: that this cannot be found out is not worth a message.
 */
export async function offerAnnouncement(changed: string[]): Promise<Partial<ToastContent>> {
  if (!changed.some((field) => facts.includes(field)) || $session.get().data?.user?.role !== 'admin') return {}
  await announcement.load()
  const state = announcement.$loaded.get().data?.state
  if (!state || state.changes.length === 0) return {}
  return {
    note: `${changedInWords(state.changes)}: ¿avisar a ${everybody(state.people)}?`,
    offer: { label: 'Avisar a todos', run: async () => openAnnouncement() },
    stays: true,
  }
}

/** Opens the last look at an announcement, in the settings of mail. */
export function openAnnouncement(): void {
  $isAnnouncing.set(true)
  openTab(kinds.mailTexts.tab, viewOf('mailTexts'))
}

/** Sends it to everybody, and returns what to say of it. Throws ApiError when there is nothing to tell any more. */
export async function announce(json: Words): Promise<ToastContent> {
  const state = await (await ok(api.mails.announcement.$post({ json }))).json()
  announcement.change(() => ({ state }))
  return {
    kind: 'success',
    title: 'Aviso en camino',
    text: `Sale a ${everybody(state.people)}.`,
    action: stoppingAnnouncement,
    stays: true,
    isOver: () => isAllSent(announcement),
  }
}

export const stoppingAnnouncement = stopping<AnnouncementState>(announcement, 'aviso', async () =>
  (await ok(api.mails.announcement.$delete())).json(),
)
