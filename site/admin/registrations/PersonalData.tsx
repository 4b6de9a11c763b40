import type { Registration } from '../../../data/registrations/schema.ts'
import { erase, type Proof } from './deleted-registrations.ts'
import { mayErase } from './ErasureProof.tsx'
import { openDetail } from './registrations.ts'

type Props = { registration: Registration; onErased: (proof: Proof) => void }

export function PersonalData({ registration, onErased }: Props) {
  async function askAndErase() {
    const proof = mayErase(registration) && (await erase(registration))
    if (!proof) return
    openDetail(null)
    onErased(proof)
  }

  return (
    <details>
      <summary className="min-h-10 cursor-pointer content-center text-sm font-semibold">Sus datos personales</summary>
      <div className="flex flex-wrap gap-2 pt-1">
        <a href={`/api/registrations/${registration.id}/data`} download className="btn btn-sm">
          Descargar todos sus datos
        </a>
        <button type="button" className="btn btn-ghost btn-sm text-error" onClick={askAndErase}>
          Borrar definitivamente
        </button>
      </div>
    </details>
  )
}
