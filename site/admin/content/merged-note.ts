import type { ContentKey } from '../../../data/content/schema.ts'
import { fieldOf } from './kinds.ts'

const list = new Intl.ListFormat('es')

export function mergedNote(key: ContentKey, merged: string[] = []): string | undefined {
  if (merged.length === 0) return undefined
  return `También quedó lo que otra persona guardó en: ${list.format(new Set(merged.map((name) => fieldOf(key, name).label)))}.`
}
