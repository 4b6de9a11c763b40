import { useStore } from '@nanostores/react'
import { $isAnnouncing } from '../mail/announcement.ts'
import { MailSettings } from '../mail/MailSettings.tsx'
import { SubTabs } from '../shell/SubTabs.tsx'
import type { TabProps } from '../shell/tab-props.ts'
import { EventSettings } from './EventSettings.tsx'
import { PlacesSettings } from './PlacesSettings.tsx'
import { PrivacySettings } from './PrivacySettings.tsx'

const views = [
  { key: 'event', label: 'Evento', View: EventSettings },
  { key: 'places', label: 'Cupo', View: PlacesSettings },
  { key: 'mail', label: 'Correo', View: MailSettings },
  { key: 'privacy', label: 'Privacidad', View: PrivacySettings },
] as const

/** What holds for the whole conference. Administrators change it, the others read it. */
export function Settings(props: TabProps) {
  const isAnnouncing = useStore($isAnnouncing)
  return <SubTabs label="Ajustes" views={views} isKept wanted={isAnnouncing ? 'mail' : undefined} {...props} />
}
