import { Copy } from 'lucide-react'
import { copyText } from '../ui/copy-text.ts'
import { Dialog } from '../ui/Dialog.tsx'

/** `days`: how long the link is valid. Null is half an hour. */
export type HandedLink = { name: string; link: string; days: number | null }

/** Used if the server sends no mail. The link is not shown again. */
export function LinkDialog({ handed: { name, link, days }, onClose }: { handed: HandedLink; onClose: () => void }) {
  const said = { title: 'Enlace copiado', text: `Entrégaselo solo a ${name}.` }
  const copy = () => copyText(link, said, 'Selecciona el enlace y cópialo tú.')

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
        <button type="button" className="btn" onClick={onClose}>
          Cerrar
        </button>
        <button type="button" className="btn btn-primary" onClick={copy}>
          <Copy className="size-4" aria-hidden="true" />
          Copiar
        </button>
      </div>
    </Dialog>
  )
}
