import { useIsAdmin } from '../auth/AuthProvider.tsx'
import { SubTabs } from '../shell/SubTabs.tsx'
import type { TabProps } from '../shell/tab-props.ts'
import { Accounts } from './Accounts.tsx'
import { Activity } from './Activity.tsx'

const views = [
  { key: 'accounts', label: 'Cuentas', View: Accounts },
  { key: 'activity', label: 'Actividad', View: Activity },
] as const

/** Who may enter the panel; and, for administrators, what they did in it. */
export function Users(props: TabProps) {
  return useIsAdmin() ? <SubTabs label="Usuarios" views={views} {...props} /> : <Accounts {...props} />
}
