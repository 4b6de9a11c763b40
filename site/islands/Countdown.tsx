import { useSyncExternalStore } from 'react'
import { remaining } from './remaining.ts'

type Props = { target: string }

const units = [
  { key: 'days', label: 'Días' },
  { key: 'hours', label: 'Horas' },
  { key: 'minutes', label: 'Minutos' },
  { key: 'seconds', label: 'Segundos' },
] as const

function everySecond(tick: () => void): () => void {
  const timer = setInterval(tick, 1000)
  return () => clearInterval(timer)
}

const currentSecond = () => Math.floor(Date.now() / 1000)

/** Shows dashes until the script runs, because a number in the published page would soon be wrong. */
export function Countdown({ target }: Props) {
  const second = useSyncExternalStore(everySecond, currentSecond, () => null)
  const rest = second === null ? null : remaining(Date.parse(target), second * 1000)

  return (
    <div role="timer" aria-label="Cuenta regresiva" className="flex flex-wrap gap-4 sm:gap-5">
      {units.map(({ key, label }) => (
        <div key={key} className="flex min-w-13 flex-col first:min-w-16">
          <span className="font-display text-3xl leading-none font-bold [font-variant-numeric:tabular-nums]">
            {rest ? String(rest[key]).padStart(2, '0') : '––'}
          </span>
          <span className="text-muted mt-1 text-xs">{label}</span>
        </div>
      ))}
    </div>
  )
}
