import { useStore } from '@nanostores/react'
import { Megaphone } from 'lucide-react'
import { Button } from '../ui/Button.tsx'
import { AnnounceDialog } from './AnnounceDialog.tsx'
import { $isAnnouncing, announcement, changedInWords, everybody, openAnnouncement, stoppingAnnouncement } from './announcement.ts'
import { MailProgress } from './MailProgress.tsx'
import { mailServer } from './mails.ts'

export function ChangeAnnouncement() {
  const loaded = useStore(announcement.$loaded)
  const isOpen = useStore($isAnnouncing)
  const state = loaded.data?.state
  if (!state || (state.changes.length === 0 && !state.last)) return null
  const hasUnannouncedChange = state.changes.length > 0

  return (
    <section aria-label="Avisar de un cambio" className="card items-start gap-3">
      <h2 className="font-bold">Avisar de un cambio</h2>
      {hasUnannouncedChange && (
        <>
          <p>
            {changedInWords(state.changes)} y {everybody(state.people)} todavía no {state.people === 1 ? 'lo sabe' : 'lo saben'}.
          </p>
          <Button label="Avisar a todos" Icon={Megaphone} className="btn btn-primary btn-sm" onClick={openAnnouncement} />
        </>
      )}
      {state.last && <MailProgress last={state.last} name="Último aviso" stopping={stoppingAnnouncement} onWatch={watch} />}
      {isOpen && hasUnannouncedChange && <AnnounceDialog state={state} onClose={() => $isAnnouncing.set(false)} />}
    </section>
  )
}

function watch(): void {
  void announcement.load()
  void mailServer.load()
}
