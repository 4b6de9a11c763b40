import { hourMs } from '../time.ts'
import type { SpeakerStatus } from './status.ts'

export const isIncomplete = ({ confirmedAt, missing }: Pick<SpeakerStatus, 'confirmedAt' | 'missing'>): boolean =>
  confirmedAt === null || missing.length > 0

export function isRecentlyAsked(askedAt: string | null, nowMs: number): boolean {
  const ageMs = nowMs - Date.parse(askedAt ?? '')
  return ageMs >= 0 && ageMs <= hourMs
}
