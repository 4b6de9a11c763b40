import { useStore } from '@nanostores/react'
import { Mails } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../ui/Button.tsx'
import { GroupMailDialog } from './GroupMailDialog.tsx'
import { groupMail, stoppingGroup } from './group-mail.ts'
import { MailProgress } from './MailProgress.tsx'
import { mailList } from './mails.ts'

export function GroupMail() {
  const state = useStore(groupMail.$loaded).data?.state
  const [isOpen, setIsOpen] = useState(false)
  if (!state) return null

  async function open() {
    await groupMail.load()
    setIsOpen(true)
  }

  return (
    <div className="flex flex-col items-start gap-3">
      <Button label="Escribir a un grupo" Icon={Mails} className="btn btn-primary btn-sm" onClick={() => void open()} />
      {state.last && <MailProgress last={state.last} name={`«${state.last.subject}»`} stopping={stoppingGroup} onWatch={watch} />}
      {isOpen && <GroupMailDialog groups={state.groups} onClose={() => setIsOpen(false)} />}
    </div>
  )
}

function watch(): void {
  void groupMail.load()
  void mailList.load()
}
