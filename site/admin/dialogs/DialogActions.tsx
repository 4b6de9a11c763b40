import type { ReactNode } from 'react'
import { firstClick } from '../ui/first-click.ts'

type Props = {
  label: string
  onClick?: () => void
  isBusy: boolean
  tone?: 'btn-primary' | 'btn-error' | 'btn-outline'
  cancelLabel?: string
  another?: { label: string; onClick: () => void } | undefined
  tool?: ReactNode
  onCancel: () => void
}

export function DialogActions(props: Props) {
  const { label, onClick, isBusy, tone = 'btn-primary', cancelLabel = 'Cancelar', another, tool, onCancel } = props
  return (
    <div className="panel-dialog-actions">
      {tool}
      <button type="button" className="btn" onClick={firstClick(onCancel)}>
        {cancelLabel}
      </button>
      {another && (
        <button
          type="button"
          className="btn btn-outline max-sm:order-first max-sm:basis-full"
          disabled={isBusy}
          onClick={firstClick(another.onClick)}
        >
          {another.label}
        </button>
      )}
      <button
        type={onClick ? 'button' : 'submit'}
        className={`btn ${tone}`}
        disabled={isBusy}
        onClick={onClick && firstClick(onClick)}
      >
        {label}
      </button>
    </div>
  )
}
