import type { Context } from 'hono'
import type { Db } from '../../data/db/db.ts'
import { recordContact, recordListHolder } from '../../data/door/devices.ts'
import { deviceInWords } from '../accounts/device.ts'
import { currentUser } from '../accounts/guard.ts'
import { recorded } from '../activity/record.ts'
import type { Env } from '../http/env.ts'

type Phone = { device?: string | undefined; name?: string | undefined; unsent?: number | undefined }

export type PhoneContact = ReturnType<typeof phoneContact>

export const phoneMessages = {
  ended: 'Un administrador quitó la lista de este teléfono.',
  'no-date': 'La puerta se abre tres días antes del evento, y el evento todavía no tiene fecha.',
  before: 'La puerta se abre tres días antes del evento. Abre esta página otra vez ese día.',
  over: 'El evento terminó.',
}

/**
 * Records a request of a phone. Returns 'ended' if the phone must delete its list, 'too-many' if the account has too many phones.
 */
export function phoneContact(db: Db) {
  return (c: Context<Env>, { device: id, name = '', unsent }: Phone, takesList = false): 'ended' | 'too-many' | null => {
    const user = currentUser(c)
    if (id === undefined) return user.isEnded ? 'ended' : null
    const model = deviceInWords(c.req.header('User-Agent'))
    const contact = { id, name, model, userId: user.id, sessionId: user.sessionId, at: new Date().toISOString(), unsent }
    const state = recorded(
      db,
      user,
      (result) => result === 'new' && { action: 'door-phone-added', subjectId: id },
      () => (takesList && !user.isEnded ? recordListHolder(db, contact) : recordContact(db, contact)),
    )
    if (user.isEnded || state === 'ended') return 'ended'
    return state === 'too-many' ? state : null
  }
}
