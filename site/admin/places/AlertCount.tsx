import { useStore } from '@nanostores/react'
import { type Control, useWatch } from 'react-hook-form'
import type { Places } from '../../../data/content/places.ts'
import { formatCount } from '../../text/format-count.ts'
import { api, ok } from '../calls/client.ts'
import { createLoaded } from '../calls/loaded.ts'

const alerts = createLoaded(async () => (await ok(api.places.alerts.$get())).json())

/** Shown only while registration is not open yet, or while mails about the opening are still to be sent. */
export function AlertCount({ control }: { control: Control<Places> }) {
  const opensAt = useWatch({ control, name: 'opensAt' })
  const { data } = useStore(alerts.$loaded)
  const isBefore = opensAt !== '' && Date.parse(opensAt) > Date.now()
  if (!data?.isOffered || !(isBefore || data.waiting > 0)) return null
  const { waiting } = data
  return (
    <p className="text-base-content/75 max-w-prose text-sm">
      {waiting === 1
        ? '1 persona confirmó con «Avísame» que quiere un correo cuando abra el registro.'
        : `${formatCount(waiting)} personas confirmaron con «Avísame» que quieren un correo cuando abra el registro.`}{' '}
      Sus direcciones no se muestran, y se borran al enviarlo.
    </p>
  )
}
