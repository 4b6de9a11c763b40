import { Copy } from 'lucide-react'
import { Dialog } from '../dialogs/Dialog.tsx'
import { Button } from '../ui/Button.tsx'
import { copyText } from '../ui/copy-text.ts'

/** The link is valid for `days`, or half an hour if `days` is null. */
export type LinkToHand = { name: string; link: string; days: number | null }

export function LinkDialog({ toHand: { name, link, days }, onClose }: { toHand: LinkToHand; onClose: () => void }) {
  const toast = { title: 'Enlace copiado', text: `Entrégaselo solo a ${name}.` }
  const copy = () => copyText(link, toast, 'Selecciona el enlace y cópialo tú.')

  return (
    <Dialog title="Enlace para elegir contraseña" onClose={onClose}>
      <p>
        Este sitio no manda correos: entrega el enlace a{' '}
        <strong dir="auto" className="wrap-anywhere">
          {name}
        </strong>
        . Sirve una sola vez, durante {days ? `${days} días` : '30 minutos'}, y no se muestra de nuevo.
      </p>
      <label className="flex flex-col gap-1">
        <span className="text-sm font-semibold">Enlace</span>
        <input className="input w-full" readOnly value={link} onFocus={({ target }) => target.select()} />
      </label>
      <div className="panel-dialog-actions">
        <Button label="Cerrar" className="btn" onClick={onClose} />
        <Button label="Copiar" Icon={Copy} className="btn btn-primary" onClick={copy} />
      </div>
    </Dialog>
  )
}
