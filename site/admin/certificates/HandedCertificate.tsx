import { useStore } from '@nanostores/react'
import { Copy } from 'lucide-react'
import { useMemo } from 'react'
import type { ShownCertificate } from '../../../api/certificates/routes.ts'
import { lettersNotShown } from '../../../data/certificates/letters.ts'
import { Button } from '../ui/Button.tsx'
import { copyText } from '../ui/copy-text.ts'
import { createCertificateOf, revoke } from './certificates.ts'

const roles: Record<ShownCertificate['role'], string> = { attendee: 'Asistente', speaker: 'Ponente', organiser: 'Organización' }

export function HandedCertificate({ certificate, onRevoked }: { certificate: ShownCertificate; onRevoked: () => unknown }) {
  const { name, role, url, revokedAt } = certificate
  const letters = lettersNotShown(name)
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 py-2">
      <a href={url} target="_blank" rel="noopener" className="link font-medium wrap-anywhere" dir="auto">
        {name}
      </a>
      <span className="text-base-content/75 text-sm">{roles[role]}</span>
      {revokedAt ? (
        <span className="badge badge-sm badge-error ms-auto">Revocada</span>
      ) : (
        <span className="ms-auto flex gap-2">
          <Button label="Copiar enlace" Icon={Copy} onClick={() => void copy(url)} aria-label={`Copiar enlace: ${name}`} />
          <Button
            label="Revocar"
            className="btn btn-ghost btn-sm text-error"
            aria-label={`Revocar: ${name}`}
            onClick={() => void revoke(certificate).then(onRevoked)}
          />
        </span>
      )}
      {letters && !revokedAt && (
        <p className="text-warning-content bg-warning rounded-box w-full px-3 py-2 text-sm">
          La constancia no puede mostrar estas letras: {letters}. Hace falta el nombre en letras latinas.
        </p>
      )}
    </li>
  )
}

const copy = (url: string) => copyText(url, { title: 'Enlace copiado' }, `Copia esta dirección: ${url}`)

export function CertificateOf({ registration }: { registration: string }) {
  const loader = useMemo(() => createCertificateOf(registration), [registration])
  const certificate = useStore(loader.$loaded).data?.certificate
  if (!certificate) return null
  return (
    <section aria-label="Constancia" className="flex flex-col gap-2">
      <h3 className="font-bold">Constancia</h3>
      <ul>
        <HandedCertificate certificate={certificate} onRevoked={loader.load} />
      </ul>
    </section>
  )
}
