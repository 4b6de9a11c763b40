import { useStore } from '@nanostores/react'
import { useState } from 'react'
import { isSetting } from '../../../data/content/schema.ts'
import { useIsAdmin } from '../auth/use-user.ts'
import { StatusLine } from '../status/StatusLine.tsx'
import { Review } from './Review.tsx'
import { $toReview } from './review.ts'

/** Renders nothing without findings. */
export function ReviewLine() {
  const isAdmin = useIsAdmin()
  const [isOpen, setIsOpen] = useState(false)
  const findings = useStore($toReview).filter(({ section }) => isAdmin || !isSetting(section))
  if (findings.length === 0 && !isOpen) return null
  const hasErrors = findings.some(({ level }) => level === 'error')
  return (
    <>
      {findings.length > 0 && (
        <StatusLine color={hasErrors ? 'bg-error' : 'bg-warning'}>
          <button type="button" className="link" onClick={() => setIsOpen(true)}>
            {findings.length === 1 ? '1 cosa por revisar' : `${findings.length} cosas por revisar`}
          </button>
        </StatusLine>
      )}
      {isOpen && <Review findings={findings} onClose={() => setIsOpen(false)} />}
    </>
  )
}
