import { useStore } from '@nanostores/react'
import { Megaphone } from 'lucide-react'
import { useEffect } from 'react'
import type { Announcement } from '../../../data/mail/announcements.ts'
import { formatIn } from '../../dates.ts'
import { formatCount } from '../ui/format-count.ts'
import { AnnounceDialog } from './AnnounceDialog.tsx'
import { $isAnnouncing, announcement, changedInWords, everybody, openAnnouncement, stopping } from './announcement.ts'
import { mailServer } from './mails.ts'

/** Milliseconds after which a progress that somebody watches is read again. */
const watched = 3000

/** A change that nobody was told of yet, the way to tell everybody, and how far the last announcement got. */
export function ChangeAnnouncement({ timeZone }: { timeZone: string }) {
  const loaded = useStore(announcement.$loaded)
  const isOpen = useStore($isAnnouncing)
  const state = loaded.data?.state
  const isUnderWay = (state?.last?.queued ?? 0) > 0

  useEffect(() => {
    if (!isUnderWay || loaded.data === undefined) return
    const timer = setTimeout(() => {
      void announcement.load()
      void mailServer.load()
    }, watched)
    return () => clearTimeout(timer)
  }, [isUnderWay, loaded])

  if (!state || (state.changes.length === 0 && !state.last)) return null
  const isUntold = state.changes.length > 0

  return (
    <section
      aria-label="Avisar de un cambio"
      className="rounded-box border-base-300 bg-base-100 flex flex-col items-start gap-3 border p-4"
    >
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
      {state.last && <Progress last={state.last} timeZone={timeZone} />}
      {isOpen && isUntold && <AnnounceDialog state={state} timeZone={timeZone} onClose={() => $isAnnouncing.set(false)} />}
    </section>
  )
}

function Progress({ last, timeZone }: { last: Announcement; timeZone: string }) {
  const { at, queued, sent, failed, stopped } = last
  const all = queued + sent + failed
  return (
    <div className="flex w-full flex-col items-start gap-2 text-sm">
      <p>
        {queued > 0 ? 'En camino desde' : stopped ? 'Último aviso, detenido:' : 'Último aviso:'}{' '}
        {formatIn(timeZone, at, "dd/MM/yyyy 'a las' HH:mm")}.
      </p>
      {queued > 0 && <progress className="progress progress-primary w-full max-w-md" value={sent + failed} max={all} />}
      <p className="text-base-content/75">
        {formatCount(sent)} {sent === 1 ? 'entregado' : 'entregados'}
        {queued > 0 && `, ${formatCount(queued)} en cola`}
        {failed > 0 && `, ${formatCount(failed)} no ${failed === 1 ? 'llegó' : 'llegaron'}: míralos en Registros · Correos`}.
      </p>
      {queued > 0 && (
        <button type="button" className="btn btn-sm" onClick={() => void stopping.run()}>
          {stopping.label}
        </button>
      )}
    </div>
  )
}
