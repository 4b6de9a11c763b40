import { useStore } from '@nanostores/react'
import { useMemo } from 'react'
import { mailNames } from '../content/mail-names.ts'
import { useFormatDate } from '../shell/time-zone.ts'
import { Button } from '../ui/Button.tsx'
import { createMailsOf, delayNote, mailStates, resend } from './mails.ts'

export function MailsOf({ registration }: { registration: string }) {
  const formatDate = useFormatDate()
  const list = useMemo(() => createMailsOf(registration), [registration])
  const { data: mails = [] } = useStore(list.$loaded)
  if (mails.length === 0) return null

  async function again(id: string) {
    await resend(id)
    await list.load()
  }

  return (
    <section aria-label="Correos" className="flex flex-col gap-2">
      <h3 className="font-bold">Correos</h3>
      <ul className="divide-base-300 flex flex-col divide-y">
        {mails.map(({ id, kind, status, response, createdAt, sentAt, heldUntil }) => (
          <li key={id} className="flex flex-wrap items-center gap-x-3 gap-y-1 py-2">
            <span className="font-medium">{mailNames[kind]}</span>
            <span className={`badge badge-sm ${mailStates[status].className}`}>{mailStates[status].label}</span>
            <span className="text-base-content/75 text-sm">{formatDate(sentAt ?? createdAt, "dd/MM/yyyy 'a las' HH:mm")}</span>
            <Button
              label="Reenviar"
              className="btn btn-xs ms-auto"
              onClick={() => again(id)}
              aria-label={`Reenviar: ${mailNames[kind]}`}
            />
            {heldUntil && <p className="text-base-content/75 w-full text-sm">{delayNote(formatDate, heldUntil)}</p>}
            {status !== 'sent' && response && <p className="text-base-content/75 w-full text-sm wrap-anywhere">{response}</p>}
          </li>
        ))}
      </ul>
    </section>
  )
}
