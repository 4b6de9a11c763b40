import { minuteMs } from '../../data/time.ts'
import type { SyncStatus } from './sync.ts'

/** `syncedAt` and `now` are Unix milliseconds of this phone. `syncedAt` is 0 before the first sync. */
export function statusText({ state, reason }: SyncStatus, unsent: number, syncedAt: number, now: number): string {
  const toSend = unsent > 0 ? `${unsent} por enviar` : ''
  if (state === 'refused') return reason ?? 'Tu cuenta no puede usar la puerta.'
  if (state === 'signed-out')
    return toSend ? `Tu sesión terminó: entra para mandar ${unsent}` : 'Tu sesión terminó: entra de nuevo'
  if (state === 'busy' && reason && syncedAt === 0) return reason
  const list = syncedAt > 0 ? `lista ${age(now - syncedAt)}` : ''
  const parts = [state === 'offline' ? 'sin conexión' : '', toSend, list].filter(Boolean).join(' · ')
  return parts.charAt(0).toUpperCase() + parts.slice(1)
}

function age(ageMs: number): string {
  const minutes = Math.floor(ageMs / minuteMs)
  if (minutes < 1) return 'al día'
  if (minutes < 60) return `de hace ${minutes} min`
  const hours = Math.floor(minutes / 60)
  return hours < 48 ? `de hace ${hours} h` : `de hace ${Math.floor(hours / 24)} días`
}
