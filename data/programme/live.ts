/**
 * 'start': the start or day changed. 'room': the room changed, or the session is now for all rooms. 'state': the session was
 * removed or came back.
 */
export type Move = { id: string; field: 'start' | 'room' | 'state' }

/** `full` has the sessions whose room is full. `until` is the end of the notice in ISO 8601 in UTC, or empty. */
export type Live = { until: string; full: readonly string[]; changed: readonly Move[] }

/** Content of /ahora.json. `now`, `next` and `full` have ids of sessions. */
export type LiveFile = {
  revision: string
  programme: string
  notice: { text: string; url: string; until: string } | null
  now: string[]
  next: string[]
  full: string[]
  changed: Move[]
}

export const nothingLive: Live = { until: '', full: [], changed: [] }
