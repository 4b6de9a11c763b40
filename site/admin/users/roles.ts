import type { Role } from '../../../data/accounts/schema.ts'

/** How the panel calls the roles. */
export const roles: Record<Role, string> = { user: 'Usuario', admin: 'Administrador', door: 'Puerta' }

/** What they may, for whoever chooses one. */
export const rolesHint =
  'Un usuario edita el contenido y los registros; un administrador, también ajustes y usuarios; puerta solo ve la lista de la entrada.'

/** The same, to choose from. */
export const roleOptions = Object.entries(roles).map(([value, label]) => ({ value, label }))
