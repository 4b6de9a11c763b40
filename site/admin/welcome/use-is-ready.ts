import { useStore } from '@nanostores/react'
import { isAnswered } from '../calls/loaded.ts'
import { sections } from '../content/sections.ts'
import { $backups } from '../status/backups.ts'
import { $deletion } from '../status/deletion.ts'
import { $published } from '../status/publish.ts'
import { useIsNew } from './Welcome.tsx'

/** Whether all is known that stands above the tabs: what came later would push away what somebody clicks on. */
export function useIsReady(): boolean {
  const lines = [useStore($published), useStore($backups), useStore($deletion)]
  const asked = useStore(useIsNew() ? sections.hero.$loaded : $published)
  return [...lines, asked].every(isAnswered)
}
