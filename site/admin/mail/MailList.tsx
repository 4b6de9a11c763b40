import { useStore } from '@nanostores/react'
import { Send } from 'lucide-react'
import type { ListedMail } from '../../../data/mail/mails.ts'
import { formatCount } from '../../text/format-count.ts'
import { useIsAdmin } from '../auth/use-user.ts'
import { mailNames } from '../content/mail-names.ts'
import { ask } from '../dialogs/ask.ts'
import { useFormatDate } from '../shell/time-zone.ts'
import { Email } from '../ui/Email.tsx'
import { ItemAction } from '../ui/ItemAction.tsx'
import { Loading } from '../ui/Loading.tsx'
import { Pagination } from '../ui/Pagination.tsx'
import { SearchBox } from '../ui/SearchBox.tsx'
import { Table } from '../ui/Table.tsx'
import { GroupMail } from './GroupMail.tsx'
import { MailServerLine } from './MailServerLine.tsx'
import { $mailFilter, delayNote, mailList, mailStates, resend, setMailFilter } from './mails.ts'

const states = Object.entries(mailStates) as [ListedMail['status'], (typeof mailStates)['sent']][]

const columns = [
  { label: 'Persona' },
  { label: 'Correo', className: 'max-md:hidden' },
  { label: 'Estado' },
  { label: 'Fecha', className: 'max-md:hidden' },
  { label: 'Acciones', className: 'text-end' },
]

export function MailList() {
  const { search, status } = useStore($mailFilter)
  const isAdmin = useIsAdmin()
  return (
    <section className="flex flex-col gap-5" aria-label="Correos">
      <h2 className="sr-only">Correos enviados</h2>
      <MailServerLine />
      {isAdmin && <GroupMail />}
      <Loading of={mailList}>
        {({ mails, counts, filter }) => (
          <>
            <div className="flex flex-wrap items-center gap-3">
              <SearchBox
                placeholder="Buscar por nombre o email"
                value={search}
                onChange={(changed) => setMailFilter({ search: changed })}
                className="min-w-60 flex-1 max-sm:basis-full"
              />
              <label className="max-sm:flex-1">
                <span className="sr-only">Estado</span>
                <select
                  className="select w-full sm:w-52"
                  value={status}
                  onChange={(event) => setMailFilter({ status: event.target.value as typeof status })}
                >
                  <option value="all">Todos ({formatCount(counts.queued + counts.sent + counts.failed)})</option>
                  {states.map(([key, { many }]) => (
                    <option key={key} value={key}>
                      {many} ({formatCount(counts[key])})
                    </option>
                  ))}
                </select>
              </label>
            </div>
            {mails.length === 0 ? (
              <p className="panel-empty">
                {counts.queued + counts.sent + counts.failed === 0
                  ? 'No hay correos aún'
                  : 'No se encontraron correos con los filtros aplicados'}
              </p>
            ) : (
              <MailTable mails={mails} />
            )}
            <Pagination page={filter.page} matching={counts.matching} onOpen={(page) => setMailFilter({ page })} />
          </>
        )}
      </Loading>
    </section>
  )
}

function MailTable({ mails }: { mails: ListedMail[] }) {
  const formatDate = useFormatDate()
  return (
    <Table columns={columns} className="person-rows">
      {mails.map((mail) => {
        const when = formatDate(mail.sentAt ?? mail.createdAt, 'dd/MM/yyyy HH:mm')
        return (
          <tr key={mail.id}>
            <td className="person wrap-anywhere">
              <span dir="auto" className="block font-medium">
                {mail.name}
              </span>
              <span className="text-base-content/75 block text-sm">
                <Email address={mail.to} />
              </span>
              <span className="text-base-content/75 block text-sm md:hidden">
                {mailNames[mail.kind]}, {when}
              </span>
              {mail.heldUntil && <span className="block text-sm">{delayNote(formatDate, mail.heldUntil)}</span>}
              {mail.status !== 'sent' && mail.response && <span className="block text-sm">Respuesta: {mail.response}</span>}
            </td>
            <td className="max-md:hidden">{mailNames[mail.kind]}</td>
            <td>
              <span className={`badge badge-sm whitespace-nowrap ${mailStates[mail.status].className}`}>
                {mailStates[mail.status].label}
              </span>
            </td>
            <td className="whitespace-nowrap tabular-nums max-md:hidden">{when}</td>
            <td>
              <div className="flex justify-end">
                <ItemAction
                  label={`Reenviar a ${mail.name}: ${mailNames[mail.kind]}`}
                  tip="Reenviar"
                  Icon={Send}
                  onClick={() => askAndResend(mail)}
                />
              </div>
            </td>
          </tr>
        )
      })}
    </Table>
  )
}

async function askAndResend({ id, kind, name, to }: ListedMail) {
  if (!(await ask({ question: `¿Reenviar «${mailNames[kind]}» a ${name} (${to})?`, action: 'Reenviar' }))) return
  await resend(id)
  await mailList.load()
}
