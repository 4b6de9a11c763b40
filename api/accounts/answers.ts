/** What several calls of accounts answer with. */
import type { User } from '../../data/accounts/schema.ts'
import { fieldProblem } from '../http/validate.ts'

/** A user as they see themselves. */
export const shown = ({ id, name, email, picture, role }: User) => ({ id, name, email, picture, role })

export const takenEmail = fieldProblem('email', 'Ya existe un usuario con este email')

/** One answer for a link that was used, has expired or never was. */
export const deadLink = fieldProblem('token', 'Este enlace ya no sirve: se usó o venció. Pide otro.')
