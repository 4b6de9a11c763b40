import { type ReactNode, useState } from 'react'
import { serverMessage } from '../calls/messages.ts'
import { DialogActions } from '../dialogs/DialogActions.tsx'
import { RowList } from './RowList.tsx'
import { type RowGroup, summaryOf } from './row-groups.ts'

type Props<Id> = {
  groups: RowGroup<Id>[]
  order: readonly string[]
  isBusy: boolean
  excess?: (accepted: ReadonlySet<Id>) => string[]
  children?: (accepted: ReadonlySet<Id>) => ReactNode
  label: (count: number) => string
  busyLabel: string
  canTakeNone?: boolean
  failure: string
  onTake: (accepted: Id[]) => Promise<void>
  onClose: () => void
}

export function RowsPreview<Id extends string | number>(props: Props<Id>) {
  const { groups, order, excess = () => [], children, label, busyLabel, canTakeNone = false, failure, onTake, onClose } = props
  const [accepted, setAccepted] = useState<ReadonlySet<Id>>(
    () => new Set(groups.filter(({ isWanted }) => isWanted).flatMap(({ rows }) => rows.map(({ id }) => id))),
  )
  const [problem, setProblem] = useState('')
  const [isTaking, setIsTaking] = useState(false)
  const tooMuch = excess(accepted)

  function accept(ids: readonly Id[], isAccepted: boolean): void {
    const next = new Set(accepted)
    for (const id of ids) isAccepted ? next.add(id) : next.delete(id)
    setAccepted(next)
  }

  async function take(): Promise<void> {
    setIsTaking(true)
    setProblem('')
    try {
      await onTake([...accepted])
    } catch (error) {
      setProblem(serverMessage(error, failure))
      setIsTaking(false)
    }
  }

  return (
    <>
      <p role="status" className="font-semibold">
        {summaryOf(groups, order)}
      </p>
      <div className="flex flex-col gap-5">
        {groups.map((group) => (
          <RowList key={group.key} group={group} accepted={accepted} onAccept={accept} />
        ))}
      </div>
      {children?.(accepted)}
      <DialogActions
        label={isTaking ? busyLabel : label(accepted.size)}
        isBusy={isTaking || props.isBusy || tooMuch.length > 0 || (accepted.size === 0 && !canTakeNone)}
        // The messages are in the bar of buttons, because the bar always stays in view.
        tool={
          <div role="alert" className="text-error min-w-0 basis-full text-sm font-semibold empty:hidden">
            {tooMuch.map((text) => (
              <p key={text}>{text}</p>
            ))}
            {problem && <p>{problem}</p>}
          </div>
        }
        onClick={() => void take()}
        onCancel={onClose}
      />
    </>
  )
}
