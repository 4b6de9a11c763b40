import { useStore } from '@nanostores/react'
import { useState } from 'react'
import { isSetting } from '../../../data/content/schema.ts'
import { useIsAdmin } from '../auth/use-user.ts'
import { StatusLine } from '../status/StatusLine.tsx'
import { FirstSteps } from './FirstSteps.tsx'
import { $sampleClaims } from './sample-claims.ts'

/** Renders nothing once no sample text is left. */
export function FirstStepsLine() {
  const isAdmin = useIsAdmin()
  const [isOpen, setIsOpen] = useState(false)
  const claims = (useStore($sampleClaims) ?? []).filter(({ section }) => isAdmin || !isSetting(section))
  if (claims.length === 0) return null
  return (
    <>
      <StatusLine color="bg-info">
        <button type="button" className="link" onClick={() => setIsOpen(true)}>
          Tu página todavía dice {claims.length === 1 ? 'una cosa' : `${claims.length} cosas`} de ejemplo
        </button>
      </StatusLine>
      {isOpen && <FirstSteps claims={claims} onClose={() => setIsOpen(false)} />}
    </>
  )
}
