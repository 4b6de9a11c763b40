import { useState } from 'react'
import { Dialog } from '../dialogs/Dialog.tsx'
import { StatusLine } from '../status/StatusLine.tsx'
import { Button } from '../ui/Button.tsx'

export type Task = {
  key: string
  name: string
  text: string
  isError?: boolean
  where: string
  open: () => void
  accept: () => void
  fix?: { label: string; run: () => void } | undefined
}

type Props = { label: string; color: string; title: string; intro: string; action: string; tasks: readonly Task[] }

export function TaskLine({ label, color, title, intro, action, tasks }: Props) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      {tasks.length > 0 && (
        <StatusLine color={color}>
          <button type="button" className="link" onClick={() => setIsOpen(true)}>
            {label}
          </button>
        </StatusLine>
      )}
      {isOpen && (
        <Dialog title={title} onClose={() => setIsOpen(false)}>
          <p className="text-base-content/75 text-sm">{intro}</p>
          <ul className="flex flex-col gap-3">
            {tasks.map(({ key, ...task }) => (
              <TaskRow key={key} {...task} action={action} onLeave={() => setIsOpen(false)} />
            ))}
          </ul>
        </Dialog>
      )}
    </>
  )
}

type RowProps = Omit<Task, 'key'> & { action: string; onLeave: () => void }

function TaskRow({ name, text, isError = false, where, open, accept, fix, action, onLeave }: RowProps) {
  function leaveAndOpen() {
    onLeave()
    open()
  }

  return (
    <li className="border-base-300 rounded-field flex flex-wrap items-center gap-x-4 gap-y-2 border p-3">
      <div className="min-w-0 flex-[1_1_14rem]">
        <p className="wrap-anywhere">
          {isError && <span className="badge badge-error badge-sm me-2 align-baseline">Error</span>}
          <span className="font-semibold">{text}</span>
        </p>
        <p className="text-base-content/75 text-sm">{where}</p>
      </div>
      <div className="flex flex-wrap gap-2">
        {fix && <Button label={fix.label} className="btn btn-sm btn-primary" onClick={fix.run} />}
        <Button label={action} className="btn btn-sm btn-outline" aria-label={`${action} ${name}`} onClick={leaveAndOpen} />
        <Button label="Está bien así" className="btn btn-sm btn-ghost" aria-label={`${name}: está bien así`} onClick={accept} />
      </div>
    </li>
  )
}
