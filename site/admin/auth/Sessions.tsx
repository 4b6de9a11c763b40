import { Laptop } from 'lucide-react'
import { useFormatDate } from '../shell/time-zone.ts'
import { Button } from '../ui/Button.tsx'
import { Loading } from '../ui/Loading.tsx'
import { AccountPart, changeAccount } from './AccountPart.tsx'
import { endSession, sessions } from './access.ts'

export function Sessions() {
  const formatDate = useFormatDate()
  const day = (at: string) => formatDate(at, 'd MMM, HH:mm')
  return (
    <AccountPart title="Dónde has entrado" Icon={Laptop}>
      <Loading of={sessions}>
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
                    <Button
                      label="Cerrar"
                      className="btn btn-ghost btn-sm"
                      aria-label={`Cerrar la sesión de ${device || 'otro programa'}`}
                      onClick={() => changeAccount(() => endSession(id), 'Sesión cerrada')}
                    />
                  )}
                </li>
              ))}
            </ul>
            {list.length > 1 && (
              <Button
                label="Cerrar las demás"
                className="btn btn-sm self-start"
                onClick={() => changeAccount(() => endSession(null), 'Las demás sesiones se cerraron')}
              />
            )}
          </>
        )}
      </Loading>
    </AccountPart>
  )
}
