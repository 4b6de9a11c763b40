import type { ReactNode } from 'react'
import { Button } from '../ui/Button.tsx'

type Props = {
  /** Name of the place to fix it. */
  where: string
  action: string
  onOpen: () => void
  onAccept: () => void
  children: ReactNode
}

export function Row({ where, action, onOpen, onAccept, children }: Props) {
  return (
    <li className="border-base-300 rounded-field flex flex-wrap items-center gap-x-4 gap-y-2 border p-3">
      <div className="min-w-0 flex-[1_1_14rem]">{children}</div>
      <div className="flex gap-2">
        <Button label={action} className="btn btn-sm btn-outline" aria-label={`${action} ${where}`} onClick={onOpen} />
        <Button
          label="Está bien así"
          className="btn btn-sm btn-ghost"
          aria-label={`${where}: está bien así`}
          onClick={onAccept}
        />
      </div>
    </li>
  )
}
