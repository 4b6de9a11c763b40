import { MailList } from '../mail/MailList.tsx'
import { SubTabs } from '../shell/SubTabs.tsx'
import { Registrations } from './Registrations.tsx'

const views = [
  { key: 'personas', label: 'Personas', View: Registrations },
  { key: 'correos', label: 'Correos', View: MailList },
] as const

export function RegistrationViews() {
  return <SubTabs tab="registros" label="Registros" views={views} />
}
