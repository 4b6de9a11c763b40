import { useStore } from '@nanostores/react'
import { useEffect, useState } from 'react'
import { isAnswered } from '../calls/loaded.ts'
import { sections } from '../content/sections.ts'
import { $review } from '../review/review.ts'
import { $sampleClaims } from '../review/sample-claims.ts'
import { $backups } from '../status/backups.ts'
import { $deletion } from '../status/deletion.ts'
import { $published } from '../status/publish.ts'
import { useIsNew } from './Welcome.tsx'

/** The panel waits at most this time, because the review reads all content and may be slow. */
const maxWaitMs = 1_000

/** Waits for the lines above the tabs, because a line that appears later would move what somebody is about to click. */
export function useIsReady(): boolean {
  const lines = [useStore($published), useStore($backups), useStore($deletion)]
  const isReviewed = isAnswered(useStore($review))
  const hasSamples = useStore($sampleClaims) !== null
  const basics = useStore(useIsNew() ? sections.hero.$loaded : $published)
  const [hasWaited, setHasWaited] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setHasWaited(true), maxWaitMs)
    return () => clearTimeout(timer)
  }, [])
  return ((hasSamples && isReviewed) || hasWaited) && [...lines, basics].every(isAnswered)
}
