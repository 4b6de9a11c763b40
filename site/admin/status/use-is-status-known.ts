import { useStore } from '@nanostores/react'
import { $backups } from '../stores/backups.ts'
import { $deletion } from '../stores/deletion.ts'
import { isAnswered } from '../stores/loaded.ts'
import { $published } from '../stores/publish.ts'

/** Whether it is known what the lines of the panel's head say. */
export function useIsStatusKnown(): boolean {
  return [useStore($published), useStore($backups), useStore($deletion)].every(isAnswered)
}
