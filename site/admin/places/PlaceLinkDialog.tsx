import { type PlaceLinkFields, placeLinkSchema } from '../../../data/place-links/schema.ts'
import type { ToastContent } from '../../toast/toast.ts'
import { failed } from '../calls/messages.ts'
import { FormDialog } from '../forms/FormDialog.tsx'
import { InstantField } from '../forms/InstantField.tsx'
import { LimitField } from '../forms/LimitField.tsx'
import { TextField } from '../forms/TextField.tsx'
import { type PlaceLink, savePlaceLink } from './place-links.ts'

export function PlaceLinkDialog({ link, onClose }: { link: PlaceLink | null; onClose: () => void }) {
  const isClosed = link !== null && link.state !== 'open'
  const { label = '', places = 10 } = link ?? {}
  const until = link === null || link.state === 'past' ? '' : link.until

  async function save(fields: PlaceLinkFields): Promise<ToastContent> {
    await savePlaceLink(link?.id ?? null, fields)
    if (isClosed) return { kind: 'success', title: 'Enlace abierto', text: 'Su dirección es la misma de antes.' }
    return link
      ? { kind: 'success', title: 'Enlace actualizado' }
      : { kind: 'success', title: 'Lugares apartados', text: 'Copia el enlace y envíalo.' }
  }

  return (
    <FormDialog
      title={isClosed ? 'Abrir el enlace de nuevo' : link ? 'Cambiar el enlace' : 'Apartar lugares'}
      schema={placeLinkSchema}
      values={{ label, places, until }}
      save={save}
      failure={(error) => failed('enlace', link ? 'actualizar' : 'crear', error)}
      onClose={onClose}
    >
      {(field) => (
        <>
          <TextField {...field('label', 'Para quién')} autoComplete="off" required hint="Lo ve quien abre el enlace." />
          <LimitField {...field('places', 'Lugares')} hint="Cuentan dentro del cupo desde ahora." />
          <InstantField
            {...field('until', 'Hasta cuándo')}
            hint="En la hora del evento. Después, los lugares que nadie usó son de quienes esperan."
          />
        </>
      )}
    </FormDialog>
  )
}
