import { useStore } from '@nanostores/react'
import { useTransition } from 'react'
import { formatCount } from '../../text/format-count.ts'
import { Button } from '../ui/Button.tsx'
import { $selection, chooseAll, confirmChosen, stopChoosing } from './selection.ts'

const states = [
  { label: 'Confirmar', isConfirmed: true, tone: 'btn-primary' },
  { label: 'Marcar como pendientes', isConfirmed: false, tone: '' },
]

export function SelectionBar({ matchCount }: { matchCount: number }) {
  const selection = useStore($selection)
  const [isBusy, startCall] = useTransition()
  if (!selection) return null

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
          disabled={isBusy || selection.size === 0}
          onClick={() => startCall(() => confirmChosen(isConfirmed))}
        />
      ))}
      <Button
        label={isBusy ? 'Un momento...' : `Elegir los ${formatCount(matchCount)} de la lista`}
        className="btn btn-ghost btn-sm"
        disabled={isBusy || matchCount === 0}
        onClick={() => startCall(chooseAll)}
      />
    </section>
  )
}
