import { useStore } from '@nanostores/react'
import { EventSettings } from '../settings/EventSettings.tsx'
import { MailSettings } from '../settings/MailSettings.tsx'
import { PlacesSettings } from '../settings/PlacesSettings.tsx'
import { PrivacySettings } from '../settings/PrivacySettings.tsx'
import { $isAnnouncing } from '../stores/announcement.ts'
import type { TabProps } from '../tab-props.ts'
import { SubTabs } from '../ui/SubTabs.tsx'

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
