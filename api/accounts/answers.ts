import type { User } from '../../data/accounts/schema.ts'
import { fieldProblem } from '../http/validate.ts'

export const ownFields = ({ id, name, email, picture, role }: User) => ({ id, name, email, picture, role })

export const takenEmail = fieldProblem('email', 'Ya existe un usuario con este correo')

export const deadLink = fieldProblem('token', 'Este enlace ya no sirve: se usó o venció. Pide otro.')
