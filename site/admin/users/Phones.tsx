import { ExternalLink, TabletSmartphone, UserRound } from 'lucide-react'
import type { DoorAccount, DoorDevice } from '../../../data/door/schema.ts'
import { formatCount } from '../../text/format-count.ts'
import { attempt } from '../calls/attempt.ts'
import { undoing } from '../calls/undo.ts'
import { ask } from '../dialogs/ask.ts'
import { useFormatDate } from '../shell/time-zone.ts'
import { Button, ButtonLink } from '../ui/Button.tsx'
import { Loading } from '../ui/Loading.tsx'
import { dropSent, endPhone, restoreSent, type Sender, senders } from './phones.ts'

export function Phones() {
  return (
    <section className="flex flex-col gap-5" aria-label="Teléfonos de la puerta">
      <header className="flex flex-wrap items-center justify-between gap-3">
        <div className="min-w-0 flex-1 basis-72">
          <h2 className="text-xl font-bold">Teléfonos de la puerta</h2>
          <p className="text-base-content/75 text-sm">
            Guardan nombre, empresa y estado de cada persona, para trabajar sin red. Si uno se pierde, quítale la lista, desactiva
            la cuenta que lo usaba y, si alguien anotó cosas que no son, deshaz lo que envió.
          </p>
        </div>
        <ButtonLink
          label="Abrir la puerta"
          Icon={ExternalLink}
          href="/puerta"
          target="_blank"
          rel="noopener"
          className="btn btn-sm sm:btn-md"
        />
      </header>
      <Loading of={senders}>
        {({ phones, accounts }) => (
          <>
            {phones.length === 0 ? (
              <p className="panel-empty">Ningún teléfono tiene la lista.</p>
            ) : (
              <ul className="item-rows">
                {phones.map((phone) => (
                  <PhoneRow key={phone.id} phone={phone} />
                ))}
              </ul>
            )}
            {accounts.length > 0 && <Accounts accounts={accounts} />}
          </>
        )}
      </Loading>
    </section>
  )
}

function PhoneRow({ phone }: { phone: DoorDevice }) {
  const formatDate = useFormatDate()
  const { id, name, userName, lastSeenAt, unsent, sent } = phone
  return (
    <li className="item">
      <TabletSmartphone className="text-base-content/75 size-5 flex-none" aria-hidden="true" />
      <p className="min-w-0 flex-1 basis-48 wrap-anywhere">
        <strong dir="auto" className="font-semibold">
          {name}
        </strong>
        <span className="text-base-content/75 block text-sm">
          {userName ?? 'Usuario eliminado'} · visto el {formatDate(lastSeenAt, 'dd/MM HH:mm')}
          {sent > 0 && ` · ${sentInWords(sent, phone.droppedAt)}`}
          {unsent > 0 && ` · ${formatCount(unsent)} por enviar`}
        </span>
      </p>
      <ListState phone={phone} />
      {(sent > 0 || phone.droppedAt) && (
        <Sent sender={{ of: 'devices', id }} name={name} isDropped={phone.droppedAt !== null} what="lo que envió este teléfono" />
      )}
    </li>
  )
}

function Accounts({ accounts }: { accounts: DoorAccount[] }) {
  return (
    <details>
      <summary className="cursor-pointer font-semibold">Lo que envió cada cuenta</summary>
      <p className="text-base-content/75 mt-2 text-sm">
        Con todos sus teléfonos, y las llegadas que marcó en el panel. Sirve si alguien más usó una cuenta.
      </p>
      <ul className="item-rows mt-3">
        {accounts.map(({ id, name, sent, droppedAt }) => (
          <li key={id} className="item">
            <UserRound className="text-base-content/75 size-5 flex-none" aria-hidden="true" />
            <p className="min-w-0 flex-1 basis-48 wrap-anywhere">
              <strong className="font-semibold">{name ?? 'Usuario eliminado'}</strong>
              <span className="text-base-content/75 block text-sm">{sentInWords(sent, droppedAt)}</span>
            </p>
            <Sent
              sender={{ of: 'accounts', id }}
              name={name ?? 'un usuario eliminado'}
              isDropped={droppedAt !== null}
              what="lo que envió esta cuenta"
            />
          </li>
        ))}
      </ul>
    </details>
  )
}

type SentProps = { sender: Sender; name: string; isDropped: boolean; what: string }

function Sent({ sender, name, isDropped, what }: SentProps) {
  async function askAndDrop() {
    const consequence =
      'Sus llegadas y lo que deshizo ya no cuentan, y quienes anotó sin registro van a la papelera. Se puede recuperar.'
    const isDropping = await ask({
      question: `¿Deshacer ${what}?`,
      detail: `«${name}»\n\n${consequence}`,
      action: 'Deshacer',
      isDestructive: true,
    })
    if (!isDropping) return
    await attempt('No se deshizo', async () => {
      const { events, people } = await dropSent(sender)
      return {
        title: `Se deshizo ${what}`,
        text: inWords(events, people, 'a la papelera'),
        action: undoing(() => restoreSent(sender)),
      }
    })
  }

  async function restore() {
    await attempt('No se recuperó', async () => {
      const { events, people } = await restoreSent(sender)
      return { title: `Se recuperó ${what}`, text: inWords(events, people, 'de vuelta a la lista') }
    })
  }

  const label = isDropped ? `Recuperar ${what}` : `Deshacer ${what}`
  return <Button label={label} aria-label={`${label}: ${name}`} onClick={() => void (isDropped ? restore() : askAndDrop())} />
}

const notes = (count: number) => `${formatCount(count)} ${count === 1 ? 'anotación' : 'anotaciones'}`

function sentInWords(sent: number, droppedAt: string | null): string {
  if (droppedAt === null) return `envió ${notes(sent)}`
  return `envió ${notes(sent)}, que ya no ${sent === 1 ? 'cuenta' : 'cuentan'}`
}

function inWords(events: number, people: number, where: string): string {
  const walkIns = people === 1 ? `, 1 persona sin registro ${where}` : `, ${formatCount(people)} personas sin registro ${where}`
  return `${notes(events)}${people > 0 ? walkIns : ''}.`
}

function ListState({ phone: { id, name, unsent, endedAt, toldAt } }: { phone: DoorDevice }) {
  if (toldAt) return <span className="badge badge-ghost badge-sm">Lista borrada</span>
  if (endedAt) return <span className="badge badge-warning badge-sm">Se borra al tener red</span>

  async function askAndEnd() {
    const waiting = unsent > 0 ? `\n\nTodavía tiene ${formatCount(unsent)} por enviar: se envían antes.` : ''
    const isEnding = await ask({
      question: `¿Quitar la lista de «${name}»?`,
      detail: `Se cierra su sesión, y la lista se borra la próxima vez que tenga red.${waiting}`,
      action: 'Quitar lista',
      isDestructive: true,
    })
    if (!isEnding) return
    await attempt('No se quitó', async () => {
      await endPhone(id)
      return { title: 'Lista quitada', text: `«${name}» la borra en cuanto tenga red.` }
    })
  }

  return <Button label="Quitar lista" aria-label={`Quitar la lista de ${name}`} onClick={() => void askAndEnd()} />
}
