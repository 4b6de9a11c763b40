import { useStore } from '@nanostores/react'
import { Inbox, Mails, Settings2 } from 'lucide-react'
import { useState } from 'react'
import type { Item } from '../../../data/content/schema.ts'
import { isIncomplete } from '../../../data/speakers/asking.ts'
import type { SpeakerStatus } from '../../../data/speakers/status.ts'
import { formatCount } from '../../text/format-count.ts'
import { useIsAdmin } from '../auth/use-user.ts'
import { attempt } from '../calls/attempt.ts'
import { sections } from '../content/sections.ts'
import { openProposals, proposalsToReview } from '../shell/open-proposals.ts'
import { Button } from '../ui/Button.tsx'
import { askForMissing } from './asking.ts'
import { ProposalsDialog } from './ProposalsDialog.tsx'
import { SpeakerSettingsDialog } from './SpeakerSettingsDialog.tsx'

type Props = { speakers: readonly Item<'speakers'>[]; statuses: readonly SpeakerStatus[]; sendsMail: boolean }

export function SpeakersBar({ speakers, statuses, sendsMail }: Props) {
  const isAdmin = useIsAdmin()
  const [dialog, setDialog] = useState<'settings' | 'proposals' | null>(null)
  const settings = useStore(sections.speakerEdits.$loaded).data
  const close = () => setDialog(null)

  /** Reads the settings again, so that the dialog shows the newest version. */
  async function openSettings() {
    await attempt('No se abrieron los ajustes', async () => {
      const newest = await sections.speakerEdits.read()
      sections.speakerEdits.change(() => newest)
      setDialog('settings')
      return undefined
    })
  }

  const activeIds = new Set(speakers.filter(({ isActive }) => isActive).map(({ id }) => id))
  const active = statuses.filter(({ speaker }) => activeIds.has(speaker))
  const confirmedCount = active.filter(({ confirmedAt }) => confirmedAt !== null).length
  const missingCount = active.filter(({ missing }) => missing.length > 0).length
  const proposalCount = useStore(openProposals.$loaded).data?.length ?? 0
  return (
    <section aria-label="Enlaces de speakers" className="speakers-bar">
      <p className="flex-[1_1_16rem]">
        {confirmedCount === 1 ? 'Confirmó ' : 'Confirmaron '}
        <strong>
          {formatCount(confirmedCount)} de {formatCount(active.length)}
        </strong>
        {missingCount > 0 && ` · A ${formatCount(missingCount)} ${missingCount === 1 ? 'le' : 'les'} falta algo`}
      </p>
      <div className="flex flex-wrap gap-2">
        {(proposalCount > 0 || dialog === 'proposals') && (
          <Button
            label={proposalsToReview(proposalCount)}
            Icon={Inbox}
            className="btn btn-sm btn-primary"
            onClick={() => setDialog('proposals')}
          />
        )}
        {sendsMail && active.some(isIncomplete) && (
          <Button label="Pedir lo que falta" Icon={Mails} onClick={() => void askForMissing()} />
        )}
        {isAdmin && (
          <Button
            label="Ajustes"
            aria-label="Ajustes de los enlaces"
            Icon={Settings2}
            className="btn btn-sm btn-ghost"
            disabled={!settings}
            onClick={() => void openSettings()}
          />
        )}
      </div>
      {dialog === 'settings' && settings && <SpeakerSettingsDialog settings={settings} onClose={close} />}
      {dialog === 'proposals' && <ProposalsDialog onClose={close} />}
    </section>
  )
}
