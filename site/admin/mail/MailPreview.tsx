import { useEffect, useId } from 'react'
import type { SentKind } from '../../../data/content/mail-texts.ts'

type Props = { kind: SentKind; title: string; subject: string; body: string }

const redrawDelayMs = 400

/** A form posts the text to the server, and the finished mail in the response appears in the frame. */
export function MailPreview({ kind, title, subject, body }: Props) {
  const frame = useId()
  useEffect(() => {
    const timer = setTimeout(() => {
      const form = document.createElement('form')
      Object.assign(form, { method: 'post', action: '/api/mails/preview', target: frame, hidden: true })
      for (const [name, value] of Object.entries({ kind, subject, body })) {
        const field = document.createElement('textarea')
        Object.assign(field, { name, value })
        form.append(field)
      }
      document.body.append(form)
      form.submit()
      form.remove()
    }, redrawDelayMs)
    return () => clearTimeout(timer)
  }, [frame, kind, subject, body])
  return <iframe name={frame} title={`Vista previa: ${title}`} className="border-base-300 rounded-box h-[40rem] w-full border" />
}
