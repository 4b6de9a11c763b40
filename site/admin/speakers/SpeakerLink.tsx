import { Link } from 'lucide-react'
import { showToast } from '../../toast/toast.ts'
import { api, ok } from '../calls/client.ts'
import { copyText } from '../ui/copy-text.ts'
import { ItemAction } from '../ui/ItemAction.tsx'

/** Makes a link with which the speaker changes their own fields, and copies it. */
export function SpeakerLink({ speaker }: { speaker: { id: string; name: string } }) {
  async function make() {
    try {
      const { url } = await (await ok(api.speakers[':id'].link.$post({ param: { id: speaker.id }, json: {} }))).json()
      await copyText(
        url,
        { title: 'Enlace copiado', text: 'Envíaselo: con él cambia sus datos y sus charlas.' },
        `Copia esta dirección: ${url}`,
      )
    } catch {
      showToast({ kind: 'error', title: 'Error', text: 'No se pudo hacer el enlace. Inténtalo de nuevo.' })
    }
  }

  return <ItemAction label={`Copiar el enlace de ${speaker.name}`} tip="Copiar su enlace" Icon={Link} onClick={make} />
}
