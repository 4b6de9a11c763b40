import { useStore } from '@nanostores/react'
import { Copy } from 'lucide-react'
import { useState } from 'react'
import { useIsAdmin } from '../auth/use-user.ts'
import { ask } from '../dialogs/ask.ts'
import { type FormatDate, useFormatDate } from '../shell/time-zone.ts'
import { Button } from '../ui/Button.tsx'
import { copyText } from '../ui/copy-text.ts'
import { Loading } from '../ui/Loading.tsx'
import { PlaceLinkDialog } from './PlaceLinkDialog.tsx'
import { endPlaceLink, type PlaceLink, placeLinks, removePlaceLink, renewPlaceLink } from './place-links.ts'

/** Closed at first if there are no links. */
export function PlaceLinks() {
  const isAdmin = useIsAdmin()
  const { data } = useStore(placeLinks.$loaded)
  const [edited, setEdited] = useState<PlaceLink | 'new' | null>(null)
  const isUsed = (data?.length ?? 0) > 0
  return (
    <details key={String(isUsed)} open={isUsed} className="card min-w-0">
      <summary className="cursor-pointer font-bold">Lugares por enlace</summary>
      <div className="flex min-w-0 flex-col gap-5">
        <p className="text-base-content/75 max-w-prose text-sm">
          Aparta lugares del cupo para una universidad o un patrocinador. Quien se registra con su enlace recibe uno de esos
          lugares, aunque para los demás ya no haya. Los que no se usen a tiempo vuelven solos a todos.
        </p>
        <Loading of={placeLinks}>
          {(links) => (
            <ul className="flex flex-col gap-3 empty:hidden">
              {openFirst(links).map((link) => (
                <LinkRow key={link.id} link={link} isAdmin={isAdmin} onEdit={() => setEdited(link)} />
              ))}
            </ul>
          )}
        </Loading>
        {isAdmin ? (
          <Button label="Apartar lugares…" className="btn self-start" onClick={() => setEdited('new')} />
        ) : (
          <p className="text-sm">Solo un administrador puede apartar lugares.</p>
        )}
      </div>
      {edited && <PlaceLinkDialog link={edited === 'new' ? null : edited} onClose={() => setEdited(null)} />}
    </details>
  )
}

const openFirst = (links: readonly PlaceLink[]) =>
  links.toSorted((first, other) => Number(first.state !== 'open') - Number(other.state !== 'open'))

type Props = { link: PlaceLink; isAdmin: boolean; onEdit: () => void }

function LinkRow({ link, isAdmin, onEdit }: Props) {
  const formatDate = useFormatDate()
  const { id, label, places, used, state, url } = link
  const isOpen = state === 'open'
  const copy = () => copyText(url, { title: 'Enlace copiado', text: `Envíalo a ${label}.` }, 'Selecciona el enlace y cópialo tú.')
  return (
    <li className="border-base-300 rounded-box bg-base-100 flex min-w-0 flex-col gap-2 border p-4">
      <h3 dir="auto" className="font-bold wrap-anywhere">
        {label}
      </h3>
      <p className="text-sm">
        {used} de {places} {places === 1 ? 'lugar usado' : 'lugares usados'}. {endText(link, formatDate)}
      </p>
      {isOpen && <p className="text-sm wrap-anywhere">{url}</p>}
      <div className="flex flex-wrap gap-2 empty:hidden">
        {isOpen && <Button label="Copiar enlace" Icon={Copy} onClick={copy} />}
        {isAdmin && isOpen && (
          <>
            <Button label="Cambiar" onClick={onEdit} />
            <Button label="Renovar" onClick={() => renew(id)} />
            <Button label="Terminar" className="btn btn-sm btn-ghost text-error" onClick={() => finish(id)} />
          </>
        )}
        {isAdmin && !isOpen && (
          <>
            <Button label="Abrir de nuevo" onClick={onEdit} />
            <Button label="Quitar" className="btn btn-sm btn-ghost text-error" onClick={() => remove(id)} />
          </>
        )}
      </div>
    </li>
  )
}

function endText({ state, places, used, until, returnedAt }: PlaceLink, formatDate: FormatDate): string {
  const day = (instant: string) => formatDate(instant, "d 'de' MMMM 'de' yyyy 'a las' HH:mm")
  if (state === 'open') return `Hasta el ${day(until)}.`
  const end = state === 'ended' && returnedAt !== null ? `Terminado el ${day(returnedAt)}` : `Venció el ${day(until)}`
  const returnedCount = Math.max(0, places - used)
  if (returnedCount === 0) return `${end}.`
  return `${end}, ${returnedCount} ${returnedCount === 1 ? 'lugar volvió' : 'lugares volvieron'}.`
}

async function renew(id: string): Promise<void> {
  const isRenewing = await ask({
    question: '¿Renovar el enlace?',
    detail: 'El enlace de ahora deja de servir y hay uno nuevo. Los lugares no cambian.',
    action: 'Renovar',
    isDestructive: true,
  })
  if (isRenewing) await renewPlaceLink(id)
}

async function finish(id: string): Promise<void> {
  const isEnding = await ask({
    question: '¿Terminar el enlace?',
    detail: 'Quienes ya se registraron conservan su lugar. Los lugares sin usar pasan a quienes esperan.',
    action: 'Terminar',
    isDestructive: true,
  })
  if (isEnding) await endPlaceLink(id)
}

async function remove(id: string): Promise<void> {
  const isRemoving = await ask({
    question: '¿Quitar el enlace de la lista?',
    detail: 'Las personas conservan su lugar, pero ya no se ve quién llegó con este enlace.',
    action: 'Quitar',
    isDestructive: true,
  })
  if (isRemoving) await removePlaceLink(id)
}
