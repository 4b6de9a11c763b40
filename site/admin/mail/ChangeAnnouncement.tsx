import { useStore } from '@nanostores/react'
import { Megaphone } from 'lucide-react'
import { AnnounceDialog } from './AnnounceDialog.tsx'
import { $isAnnouncing, announcement, changedInWords, everybody, openAnnouncement, stoppingAnnouncement } from './announcement.ts'
import { MailProgress } from './MailProgress.tsx'
import { mailServer } from './mails.ts'

export function ChangeAnnouncement({ timeZone }: { timeZone: string }) {
  const loaded = useStore(announcement.$loaded)
  const isOpen = useStore($isAnnouncing)
  const state = loaded.data?.state
  if (!state || (state.changes.length === 0 && !state.last)) return null
  const isUntold = state.changes.length > 0

  return (
    <section aria-label="Avisar de un cambio" className="card items-start gap-3">
      <h2 className="font-bold">Avisar de un cambio</h2>
      {isUntold && (
        <>
          <p>
            {changedInWords(state.changes)} y {everybody(state.people)} todavía no {state.people === 1 ? 'lo sabe' : 'lo saben'}.
          </p>
          <button type="button" className="btn btn-primary btn-sm" onClick={openAnnouncement}>
            <Megaphone className="size-4" aria-hidden="true" />
            Avisar a todos
          </button>
        </>
      )}
      {state.last && (
        <MailProgress last={state.last} name="Último aviso" timeZone={timeZone} stopping={stoppingAnnouncement} onWatch={watch} />
      )}
      {isOpen && isUntold && <AnnounceDialog state={state} timeZone={timeZone} onClose={() => $isAnnouncing.set(false)} />}
    </section>
  )
}

function watch(): void {
  void announcement.load()
  void mailServer.load()
}
