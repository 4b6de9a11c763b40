import { useStore } from '@nanostores/react'
import type { PostponedMails } from '../../../data/mail/budgets.ts'
import { formatCount } from '../../text/format-count.ts'
import { useFormatDate } from '../shell/time-zone.ts'
import { Age, StatusLine } from '../status/StatusLine.tsx'
import { mailServer } from './mails.ts'

export function MailServerLine() {
  const formatDate = useFormatDate()
  const { data } = useStore(mailServer.$loaded)
  if (!data) return null
  const { server } = data
  if (!server) {
    return (
      <StatusLine color="bg-warning">
        <strong>Este sitio no envía correos.</strong> La persona técnica lo activa con SMTP_URL y MAIL_FROM. Mientras tanto, la
        página no promete ninguno; si escribiste un mensaje de éxito propio en Formulario, revisa que tampoco lo haga.
      </StatusLine>
    )
  }
  const last = server.lastAtMs === null ? 'todavía ninguna' : <Age sinceMs={server.lastAtMs} />
  if (server.problem) {
    return (
      <StatusLine color="bg-error">
        <strong>
          {server.problem.isPassword ? 'El servidor de correo rechaza la contraseña.' : 'El servidor de correo no responde.'}
        </strong>{' '}
        Los correos esperan y salen solos cuando se arregle. Última entrega: {last}. Dijo: «{server.problem.message}»
      </StatusLine>
    )
  }
  return (
    <>
      <StatusLine color="bg-success">
        Última entrega: {last}. Se envía desde <strong>{server.from}</strong>.
      </StatusLine>
      {server.held.map((budget) => (
        <StatusLine key={budget.by} color="bg-warning">
          <strong>
            {budget.mails === 1 ? '1 correo espera' : `${formatCount(budget.mails)} correos esperan`} {reasons[budget.by]}
          </strong>{' '}
          (como mucho {formatCount(budget.hour)} por hora y {formatCount(budget.day)} por día). Los registros valen, y los correos
          salen solos: los siguientes, el {formatDate(budget.until, "dd/MM 'a las' HH:mm")}.
        </StatusLine>
      ))}
    </>
  )
}

const reasons: Record<PostponedMails['by'], string> = {
  mailbox: 'porque al mismo buzón ya salieron muchos',
  address: 'porque desde una misma red se pidieron muchos',
  all: 'porque en total ya salieron muchos',
}
