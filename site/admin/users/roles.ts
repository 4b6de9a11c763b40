import type { Role } from '../../../data/accounts/schema.ts'

/** How the panel calls the roles. */
export const roles: Record<Role, string> = { user: 'Usuario', admin: 'Administrador' }
