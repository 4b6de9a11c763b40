import { useStore } from '@nanostores/react'
import { $backups } from '../stores/backups.ts'
import { $deletion } from '../stores/deletion.ts'
import { isAnswered } from '../stores/loaded.ts'
import { $published } from '../stores/publish.ts'
import { sectionStores } from '../stores/sections.ts'
import { useIsNew } from '../welcome/Welcome.tsx'

/** Whether all is known that stands above the tabs: what came later would push away what somebody clicks on. */
export function useIsReady(): boolean {
  const lines = [useStore($published), useStore($backups), useStore($deletion)]
  const asked = useStore(useIsNew() ? sectionStores.hero.$loaded : $published)
  return [...lines, asked].every(isAnswered)
}
