import type { ComponentProps, ReactNode } from 'react'
import type { AgendaEvent, Scenario } from '../../../data/content/schema.ts'
import { Field } from '../forms/Field.tsx'
import type { Move } from './move-events.ts'

type Moving = { isBusy: boolean; move: (moves: Move[]) => unknown }

export type MoveProps = Moving & { event: AgendaEvent; events: AgendaEvent[]; scenarios: Scenario[]; eventDay: string }

type ButtonProps = Moving & { moves: Move[]; className: string; children: ReactNode }

export function MoveButton({ isBusy, move, moves, className, children }: ButtonProps) {
  return (
    <li>
      <button type="button" className={`btn w-full ${className}`} disabled={isBusy} onClick={() => move(moves)}>
        {children}
      </button>
    </li>
  )
}

type FieldProps = Moving & {
  label: string
  hint?: string
  button: string
  moves: Move[] | null
  children: ComponentProps<typeof Field>['children']
}

export function MoveField({ isBusy, move, label, hint, button, moves, children }: FieldProps) {
  return (
    <Field name={null} label={label} hint={hint}>
      {(wiring) => (
        <div className="flex flex-wrap gap-2">
          {children(wiring)}
          <button type="button" className="btn" disabled={isBusy || !moves} onClick={() => moves && move(moves)}>
            {button}
          </button>
        </div>
      )}
    </Field>
  )
}
