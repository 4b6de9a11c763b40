import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import { createPortal } from 'react-dom'
import { $badges, type Badge, endBadges } from './badges.ts'

/** Length in letters from which a name is set smaller. */
const [longName, longestName] = [22, 40]

const sizeOf = (name: string) => (name.length > longestName ? 'is-longest' : name.length > longName ? 'is-long' : '')

export function PrintedBadges() {
  const printed = useStore($badges)

  useEffect(() => {
    if (!printed) return
    window.addEventListener('afterprint', endBadges)
    window.print()
    return () => window.removeEventListener('afterprint', endBadges)
  }, [printed])

  if (!printed) return null
  const { size, sheets } = printed
  return createPortal(
    <div className={`printed-badges ${size.key}`}>
      {sheets.map((sheet, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: sheets and free labels are nothing but their places
        <div key={index} className="badge-sheet">
          {sheet.map((badge, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: as above
            <div key={place} className="badge-label">
              {badge && <OneBadge {...badge} />}
            </div>
          ))}
        </div>
      ))}
    </div>,
    document.body,
  )
}

function OneBadge({ name, company, path, squares }: Badge) {
  return (
    <>
      <p className={sizeOf(name)}>
        <strong dir="auto">{name}</strong>
        {company && <span dir="auto">{company}</span>}
      </p>
      <svg viewBox={`0 0 ${squares} ${squares}`} aria-hidden="true" shapeRendering="crispEdges">
        <path d={path} />
      </svg>
    </>
  )
}
