import type { Role } from '../../../data/accounts/schema.ts'

export const roles: Record<Role, string> = { user: 'Usuario', admin: 'Administrador', door: 'Puerta' }

export const rolesHint =
  'Un usuario edita el contenido y los registros; un administrador, también ajustes y usuarios; puerta solo ve la lista de la entrada.'

export const roleOptions = Object.entries(roles).map(([value, label]) => ({ value, label }))
