import { useStore } from '@nanostores/react'
import { ExternalLink, TabletSmartphone } from 'lucide-react'
import type { DoorDevice } from '../../../data/door/schema.ts'
import { formatIn } from '../../text/dates.ts'
import { formatCount } from '../../text/format-count.ts'
import { attempt } from '../calls/attempt.ts'
import type { TabProps } from '../shell/tab-props.ts'
import { Loading } from '../ui/Loading.tsx'
import { $phones, endPhone, loadPhones } from './phones.ts'

/** The phones at the door: which hold the list, and the way to take it from one. For administrators. */
export function Phones({ timeZone }: TabProps) {
  const loaded = useStore($phones)

  async function askAndEnd({ id, name, unsent }: DoorDevice) {
    const waiting = unsent > 0 ? `\n\nTodavía tiene ${formatCount(unsent)} por enviar: se envían antes.` : ''
    if (!window.confirm(`¿Quitar la lista de «${name}»? Se borra la próxima vez que tenga red.${waiting}`)) return
    await attempt('No se quitó', async () => {
      await endPhone(id)
      return { title: 'Lista quitada', text: `«${name}» la borra en cuanto tenga red.` }
    })
  }

  return (
    <section className="flex flex-col gap-5" aria-label="Teléfonos de la puerta">
      <header className="flex flex-wrap items-center justify-between gap-3">
        <div className="min-w-0 flex-1 basis-72">
          <h2 className="text-xl font-bold">Teléfonos de la puerta</h2>
          <p className="text-base-content/75 text-sm">
            Guardan nombre, empresa y estado de cada persona, para trabajar sin red. Si uno se pierde, quítale la lista y
            desactiva la cuenta que lo usaba.
          </p>
        </div>
        <a href="/puerta" target="_blank" rel="noopener" className="btn btn-sm sm:btn-md">
          <ExternalLink className="size-4" aria-hidden="true" />
          Abrir la puerta
        </a>
      </header>
      <Loading loaded={loaded} onRetry={loadPhones}>
        {(phones) =>
          phones.length === 0 ? (
            <p className="panel-empty">Ningún teléfono tiene la lista.</p>
          ) : (
            <ul className="item-rows">
              {phones.map((phone) => (
                <li key={phone.id} className="item">
                  <TabletSmartphone className="text-base-content/75 size-5 flex-none" aria-hidden="true" />
                  <p className="min-w-0 flex-1 basis-48 wrap-anywhere">
                    <strong className="font-semibold">{phone.name}</strong>
                    <span className="text-base-content/75 block text-sm">
                      {phone.userName ?? 'Usuario eliminado'} · visto el {formatIn(timeZone, phone.lastSeenAt, 'dd/MM HH:mm')}
                      {phone.unsent > 0 && ` · ${formatCount(phone.unsent)} por enviar`}
                    </span>
                  </p>
                  <Action phone={phone} onEnd={() => void askAndEnd(phone)} />
                </li>
              ))}
            </ul>
          )
        }
      </Loading>
    </section>
  )
}

function Action({ phone: { name, endedAt, toldAt }, onEnd }: { phone: DoorDevice; onEnd: () => void }) {
  if (toldAt) return <span className="badge badge-ghost badge-sm">Lista borrada</span>
  if (endedAt) return <span className="badge badge-warning badge-sm">Se borra al tener red</span>
  return (
    <button type="button" className="btn btn-sm" aria-label={`Quitar la lista de ${name}`} onClick={onEnd}>
      Quitar lista
    </button>
  )
}
