import { Copy } from 'lucide-react'
import { Dialog } from '../dialogs/Dialog.tsx'
import { Button } from '../ui/Button.tsx'
import { copyText } from '../ui/copy-text.ts'

export function RecoveryCodes({ codes, onClose }: { codes: string[]; onClose: () => void }) {
  const copy = () => copyText(codes.join('\n'), { title: 'Códigos copiados' }, 'Anótalos, o selecciónalos y cópialos tú.')

  return (
    <Dialog title="Guarda estos códigos" onClose={onClose}>
      <p>
        Cada uno te deja entrar una vez si pierdes tu teléfono. Guárdalos en tu gestor de contraseñas o en papel: no se muestran
        de nuevo, y los de antes ya no sirven.
      </p>
      <ul
        className="rounded-box bg-base-200 grid gap-x-6 gap-y-2 p-4 font-mono text-sm sm:grid-cols-2"
        aria-label="Códigos de recuperación"
      >
        {codes.map((code) => (
          <li key={code} className="whitespace-nowrap">
            {code}
          </li>
        ))}
      </ul>
      <div className="panel-dialog-actions">
        <Button label="Copiar" Icon={Copy} className="btn" onClick={copy} />
        <Button label="Los guardé" className="btn btn-primary" onClick={onClose} />
      </div>
    </Dialog>
  )
}
