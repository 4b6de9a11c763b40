type Props = {
  label: string
  onClick?: () => void
  isBusy: boolean
  tone?: 'btn-primary' | 'btn-error'
  cancelLabel?: string
  onCancel: () => void
}

/** The buttons at the end of a dialog. The one that acts sends the form around it where it is given no `onClick`. */
export function DialogActions({ label, onClick, isBusy, tone = 'btn-primary', cancelLabel = 'Cancelar', onCancel }: Props) {
  return (
    <div className="panel-dialog-actions">
      <button type="button" className="btn" onClick={onCancel}>
        {cancelLabel}
      </button>
      <button type={onClick ? 'button' : 'submit'} className={`btn ${tone}`} disabled={isBusy} onClick={onClick}>
        {label}
      </button>
    </div>
  )
}
