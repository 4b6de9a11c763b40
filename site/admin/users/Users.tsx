import { useIsAdmin } from '../auth/use-user.ts'
import { SubTabs } from '../shell/SubTabs.tsx'
import { Accounts } from './Accounts.tsx'
import { Activity } from './Activity.tsx'
import { Phones } from './Phones.tsx'

const views = [
  { key: 'cuentas', label: 'Cuentas', View: Accounts },
  { key: 'actividad', label: 'Actividad', View: Activity },
  { key: 'puerta', label: 'Puerta', View: Phones },
] as const

export function Users() {
  return useIsAdmin() ? <SubTabs tab="usuarios" label="Usuarios" views={views} /> : <Accounts />
}
