import { atom } from 'nanostores'
import type { AnnouncementState } from '../../../api/mail/announcement-routes.ts'
import type { MailText } from '../../../data/mail/announcements.ts'
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

/** `state` is null if the site sends no mail. */
export const announcement = createLoaded<{ state: AnnouncementState | null }>(async () => ({
  state: await (await ok(api.mails.announcement.$get())).json(),
}))

export const $isAnnouncing = atom(false)

const labels: Record<keyof EventFacts, string> = { eventDate: 'la fecha', endTime: 'la hora de fin', location: 'el lugar' }

export function changedInWords(changes: AnnouncementState['changes']): string {
  const names = changes.map(({ field }) => labels[field])
  const list = new Intl.ListFormat('es').format(names)
  return `${capitalized(list)} ${names.length === 1 ? 'cambió' : 'cambiaron'}`
}

export function everybody(people: number): string {
  return people === 1 ? 'la persona registrada' : `las ${formatCount(people)} personas registradas`
}

const facts = ['eventDate', 'location', 'startTime', 'endTime']

/** Returns an offer to announce the changed fields, for a save's toast. If loading fails, returns no offer, because the save succeeded. */
export async function offerAnnouncement(changed: string[]): Promise<Partial<ToastContent>> {
  if (!changed.some((field) => facts.includes(field)) || $session.get().data?.user?.role !== 'admin') return {}
  await announcement.load()
  const state = announcement.$loaded.get().data?.state
  if (!state || state.changes.length === 0) return {}
  return {
    note: `${changedInWords(state.changes)}: ¿avisar a ${everybody(state.people)}?`,
    offer: { label: 'Avisar a todos', run: openAnnouncement },
    stays: true,
  }
}

export async function openAnnouncement(): Promise<void> {
  if (await openTab(kinds.mailTexts.tab, viewOf('mailTexts'))) $isAnnouncing.set(true)
}

export async function announce(json: MailText): Promise<ToastContent> {
  const state = await (await ok(api.mails.announcement.$post({ json }))).json()
  announcement.change(() => ({ state }))
  return {
    kind: 'success',
    title: 'Aviso en camino',
    text: `Se está enviando a ${everybody(state.people)}.`,
    action: stoppingAnnouncement,
    stays: true,
    isOver: () => isAllSent(announcement),
  }
}

export const stoppingAnnouncement = stopping<AnnouncementState>(announcement, 'aviso', async () =>
  (await ok(api.mails.announcement.$delete())).json(),
)
