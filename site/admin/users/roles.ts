import type { Role } from '../../../data/schema.ts'

/** How the panel calls the roles. */
export const roles: Record<Role, string> = { user: 'Usuario', admin: 'Administrador' }
