import { CertificateSettings } from '../certificates/CertificateSettings.tsx'
import { viewOf } from '../content/kinds.ts'
import { Editions } from '../editions/Editions.tsx'
import { MailSettings } from '../mail/MailSettings.tsx'
import { SubTabs } from '../shell/SubTabs.tsx'
import { EventSettings } from './EventSettings.tsx'
import { InfoSettings } from './InfoSettings.tsx'
import { LayoutSettings } from './LayoutSettings.tsx'
import { LookSettings } from './LookSettings.tsx'
import { NoticeSettings } from './NoticeSettings.tsx'
import { PlacesSettings } from './PlacesSettings.tsx'
import { PrivacySettings } from './PrivacySettings.tsx'

const views = [
  { key: viewOf('event'), label: 'Evento', View: EventSettings },
  { key: viewOf('look'), label: 'Apariencia', View: LookSettings },
  { key: viewOf('layout'), label: 'Página', View: LayoutSettings },
  { key: viewOf('info'), label: 'Información', View: InfoSettings },
  { key: viewOf('places'), label: 'Cupo', View: PlacesSettings },
  { key: viewOf('notice'), label: 'Aviso', View: NoticeSettings },
  { key: viewOf('mailTexts'), label: 'Correo', View: MailSettings },
  { key: viewOf('privacy'), label: 'Privacidad', View: PrivacySettings },
  { key: viewOf('certificates'), label: 'Constancias', View: CertificateSettings },
  { key: 'ediciones', label: 'Ediciones', View: Editions },
] as const

export function Settings() {
  return (
    <>
      <h2 className="mb-4 text-xl font-bold">Ajustes</h2>
      <SubTabs tab="ajustes" label="Ajustes" views={views} keepsViews />
    </>
  )
}
