import { MailList } from '../registrations/MailList.tsx'
import type { TabProps } from '../tab-props.ts'
import { SubTabs } from '../ui/SubTabs.tsx'
import { Registrations } from './Registrations.tsx'

const views = [
  { key: 'people', label: 'Personas', View: Registrations },
  { key: 'mails', label: 'Correos', View: MailList },
] as const

/** Who has registered, and what was written to them. */
export function RegistrationViews(props: TabProps) {
  return <SubTabs label="Registros" views={views} {...props} />
}
