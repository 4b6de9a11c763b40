import { useStore } from '@nanostores/react'
import { Laptop } from 'lucide-react'
import { use } from 'react'
import { formatIn } from '../../text/dates.ts'
import { TimeZoneContext } from '../shell/time-zone.ts'
import { Loading } from '../ui/Loading.tsx'
import { AccountPart, changeAccount } from './AccountPart.tsx'
import { endSession, sessions } from './access.ts'

export function Sessions() {
  const loaded = useStore(sessions.$loaded)
  const timeZone = use(TimeZoneContext)
  const day = (at: string) => formatIn(timeZone, at, 'd MMM, HH:mm')
  return (
    <AccountPart title="Dónde has entrado" Icon={Laptop}>
      <Loading loaded={loaded} onRetry={sessions.load}>
        {(list) => (
          <>
            <ul className="divide-base-300 divide-y">
              {list.map(({ id, device, isCurrent, createdAt, lastUsedAt }) => (
                <li key={id} className="flex min-h-10 items-center justify-between gap-3 py-1 text-sm">
                  <span className="wrap-anywhere">
                    {device || 'Otro programa'}
                    <span className="text-base-content/75 block">
                      {isCurrent ? 'aquí, ahora' : `última vez el ${day(lastUsedAt)}`} · desde el {day(createdAt)}
                    </span>
                  </span>
                  {!isCurrent && (
                    <button
                      type="button"
                      className="btn btn-ghost btn-sm"
                      aria-label={`Cerrar la sesión de ${device || 'otro programa'}`}
                      onClick={() => changeAccount(() => endSession(id), 'Sesión cerrada')}
                    >
                      Cerrar
                    </button>
                  )}
                </li>
              ))}
            </ul>
            {list.length > 1 && (
              <button
                type="button"
                className="btn btn-sm self-start"
                onClick={() => changeAccount(() => endSession(null), 'Las demás sesiones se cerraron')}
              >
                Cerrar las demás
              </button>
            )}
          </>
        )}
      </Loading>
    </AccountPart>
  )
}
