import { useStore } from '@nanostores/react'
import { Ban, Download, EllipsisVertical, Mails, Merge, TicketCheck } from 'lucide-react'
import { useState, useTransition } from 'react'
import type { SimilarPair } from '../../../api/registrations/similar-routes.ts'
import { formatCount } from '../../text/format-count.ts'
import { useIsAdmin } from '../auth/use-user.ts'
import { ChosenMailDialog } from '../mail/GroupMailDialog.tsx'
import { mailServer } from '../mail/mails.ts'
import { ActionMenu } from '../ui/ActionMenu.tsx'
import { Button } from '../ui/Button.tsx'
import { cancelChosen, seatChosen } from './chosen-seats.ts'
import { MergeDialog } from './doubles/MergeDialog.tsx'
import { $selection, chooseAll, confirmChosen, exportChosen, isTooMany, namesOrCount, stopChoosing } from './selection.ts'

const states = [
  { label: 'Confirmar', isConfirmed: true, tone: 'btn-primary' },
  { label: 'Marcar como pendientes', isConfirmed: false, tone: '' },
]

export function SelectionBar({ matchCount }: { matchCount: number }) {
  const selection = useStore($selection)
  const [isBusy, startCall] = useTransition()
  const [pair, setPair] = useState<SimilarPair | null>(null)
  const [isWriting, setIsWriting] = useState(false)
  const isAdmin = useIsAdmin()
  const hasMail = Boolean(useStore(mailServer.$loaded).data?.server)
  if (!selection) return null
  const people = [...selection.values()]
  const [a, b] = people
  const write = () => isTooMany(people.length) || setIsWriting(true)
  const isNobody = isBusy || selection.size === 0

  return (
    <section className="save-bar order-1" aria-label="Elegidos">
      <p role="status" className="font-semibold tabular-nums max-sm:basis-1/2">
        {selection.size === 1 ? '1 elegido' : `${formatCount(selection.size)} elegidos`}
      </p>
      <Button label="Terminar" className="btn btn-ghost btn-sm ms-auto sm:order-last" onClick={stopChoosing} />
      {states.map(({ label, isConfirmed, tone }) => (
        <Button
          label={label}
          key={label}
          className={`btn btn-sm ${tone}`}
          disabled={isNobody}
          onClick={() => startCall(() => confirmChosen(isConfirmed))}
        />
      ))}
      <ActionMenu
        label="Más para elegidos"
        Icon={EllipsisVertical}
        disabled={isNobody}
        actions={[
          ...(isAdmin && hasMail ? [{ label: 'Escribirles', Icon: Mails, onClick: write }] : []),
          { label: 'Descargar CSV', Icon: Download, onClick: () => startCall(exportChosen) },
          { label: 'Dar lugar', Icon: TicketCheck, onClick: () => startCall(seatChosen) },
          { label: 'Cancelar registros', Icon: Ban, onClick: () => startCall(cancelChosen) },
          ...(a && b && selection.size === 2 ? [{ label: 'Unir', Icon: Merge, onClick: () => setPair({ a, b, why: [] }) }] : []),
        ]}
      />
      {pair && <MergeDialog pair={pair} onClose={() => setPair(null)} onMerged={stopChoosing} />}
      {isWriting && (
        <ChosenMailDialog
          ids={people.map(({ id }) => id)}
          names={namesOrCount(people)}
          onSent={stopChoosing}
          onClose={() => setIsWriting(false)}
        />
      )}
      <Button
        label={isBusy ? 'Un momento...' : `Elegir los ${formatCount(matchCount)} de la lista`}
        className="btn btn-ghost btn-sm"
        disabled={isBusy || matchCount === 0}
        onClick={() => startCall(chooseAll)}
      />
    </section>
  )
}
