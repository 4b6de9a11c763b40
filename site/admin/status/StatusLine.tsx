import { useStore } from '@nanostores/react'
import type { ReactNode } from 'react'
import { $now } from '../calls/clock.ts'
import { ago } from './age.ts'

export function StatusLine({ color, children }: { color: string; children: ReactNode }) {
  return (
    <p className="flex items-baseline gap-2">
      <span className={`${color} size-2 shrink-0 rounded-full`} aria-hidden="true" />
      <span className="wrap-anywhere">{children}</span>
    </p>
  )
}

export function Age({ sinceMs }: { sinceMs: number }) {
  return ago(useStore($now) - sinceMs)
}
