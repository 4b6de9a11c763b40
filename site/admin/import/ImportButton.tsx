import { FileDown } from 'lucide-react'
import { useState } from 'react'
import { LazyDialog } from '../dialogs/LazyPart.tsx'
import { Button } from '../ui/Button.tsx'
import { loadOnce } from '../ui/load-once.ts'

const load = loadOnce(() => import('./ImportDialog.tsx').then(({ ImportDialog }) => ImportDialog))

export function ImportButton() {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button
        label="Importar…"
        Icon={FileDown}
        isIconOnPhone
        className="btn btn-ghost btn-sm"
        data-tip="Importar de un archivo"
        onClick={() => setIsOpen(true)}
      />
      {isOpen && <LazyDialog load={load} props={{ onClose: () => setIsOpen(false) }} title="Importar el programa" />}
    </>
  )
}
