import { Link, Mail, Undo2, Unlink } from 'lucide-react'
import { use, useState } from 'react'
import { z } from 'zod'
import type { Item } from '../../../data/content/schema.ts'
import type { SpeakerStatus } from '../../../data/speakers/status.ts'
import { dayOf, instantOfDay } from '../../../data/zone.ts'
import { formatIn } from '../../text/dates.ts'
import { failureToast } from '../calls/messages.ts'
import { FormDialog } from '../forms/FormDialog.tsx'
import { InstantField } from '../forms/InstantField.tsx'
import { SwitchField } from '../forms/SwitchField.tsx'
import { TimeZoneContext } from '../shell/time-zone.ts'
import { ActionMenu, type MenuAction } from '../ui/ActionMenu.tsx'
import { askAndEndLinks, copySpeakerLink, mailSpeakerLink, takeBack } from './speaker-links.ts'

type Speaker = Item<'speakers'>

type Props = { speaker: Speaker; status: SpeakerStatus | undefined; sendsMail: boolean }

export function SpeakerMenu({ speaker, status, sendsMail }: Props) {
  const [isTakingBack, setIsTakingBack] = useState(false)
  const changedAt = status?.changedAt
  const list: (MenuAction | false | undefined)[] = [
    { label: 'Copiar su enlace', Icon: Link, onClick: () => copySpeakerLink(speaker) },
    sendsMail &&
      speaker.email !== '' && { label: 'Enviarle su enlace por correo', Icon: Mail, onClick: () => mailSpeakerLink(speaker) },
    status?.hasLink && { label: 'Terminar sus enlaces', Icon: Unlink, onClick: () => askAndEndLinks(speaker) },
    typeof changedAt === 'string' && { label: 'Deshacer lo que cambió', Icon: Undo2, onClick: () => setIsTakingBack(true) },
  ]
  const actions = list.filter((action) => typeof action === 'object')
  return (
    <>
      <ActionMenu label={`Más sobre ${speaker.name}`} actions={actions} />
      {isTakingBack && changedAt && (
        <TakeBackDialog speaker={speaker} changedAt={changedAt} onClose={() => setIsTakingBack(false)} />
      )}
    </>
  )
}

const takeBackSchema = z.object({ since: z.string().min(1, 'Elige desde cuándo'), endLink: z.boolean() })

type DialogProps = { speaker: Speaker; changedAt: string; onClose: () => void }

function TakeBackDialog({ speaker, changedAt, onClose }: DialogProps) {
  const timeZone = use(TimeZoneContext)
  const lastChange = formatIn(timeZone, changedAt, "d 'de' MMMM 'a las' HH:mm")
  return (
    <FormDialog
      title={`Deshacer lo que cambió ${speaker.name}`}
      schema={takeBackSchema}
      values={{ since: instantOfDay(timeZone, dayOf(timeZone, changedAt), '00:00'), endLink: true }}
      save={({ since, endLink }) => takeBack(speaker, since, endLink)}
      submit={{ label: 'Deshacer', busy: 'Deshaciendo...' }}
      failure={failureToast('No se deshizo', 'El servidor no respondió. Inténtalo de nuevo.')}
      onClose={onClose}
    >
      {(field) => (
        <>
          <p className="max-w-prose">
            Sus datos y sus charlas vuelven a como estaban. Lo que otra persona cambió después se queda como está.
          </p>
          <InstantField {...field('since', 'Desde')} hint={`Su último cambio fue el ${lastChange}.`} />
          <SwitchField
            {...field('endLink', 'Terminar también sus enlaces')}
            hint="Déjalo encendido si alguien más pudo tener el enlace."
          />
        </>
      )}
    </FormDialog>
  )
}
