import { useStore } from '@nanostores/react'
import { useMemo } from 'react'
import { createCertificateOf } from './certificates.ts'
import { HandedCertificate } from './HandedCertificate.tsx'

/** Renders nothing if the person has no certificate. */
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
