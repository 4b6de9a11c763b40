import { useStore } from '@nanostores/react'
import { Mails } from 'lucide-react'
import { useEffect, useState } from 'react'
import { formatCount } from '../../text/format-count.ts'
import { reload } from '../calls/loaded.ts'
import { collections } from '../content/collections.ts'
import { Button } from '../ui/Button.tsx'
import { GroupMailDialog } from './GroupMailDialog.tsx'
import { askingMail, groupMail } from './group-mail.ts'

/** Offers a mail to people who registered before a question was added. Renders nothing if the site sends no mail. */
export function AskAll() {
  const state = useStore(groupMail.$loaded).data?.state
  const { data: questions } = useStore(collections.questions.$loaded)
  const [isOpen, setIsOpen] = useState(false)
  // Reloads the counts of the group mail, because after a new question more people lack an answer.
  useEffect(() => {
    if (questions) reload(groupMail)
  }, [questions])
  if (!state || !questions?.some(({ isActive }) => isActive)) return null
  const { last } = state

  async function open() {
    await groupMail.load()
    setIsOpen(true)
  }

  return (
    <>
      {last?.to === 'unanswered' && (
        <span role="status" className="text-sm">
          Contestaron {formatCount(last.answered)} de {formatCount(last.people)}
        </span>
      )}
      <Button
        label="Preguntar a quienes ya se registraron"
        Icon={Mails}
        isIconOnPhone
        disabled={state.groups.unanswered === 0}
        onClick={() => void open()}
      />
      {isOpen && <GroupMailDialog groups={state.groups} start={askingMail} onClose={() => setIsOpen(false)} />}
    </>
  )
}
