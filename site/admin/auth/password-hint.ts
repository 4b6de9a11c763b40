import { limits } from '../../../data/limits.ts'

/** What somebody's own new password has to be. */
export const passwordHint = `Al menos ${limits.password.min} caracteres; ni tu nombre, ni tu email, ni una de las más usadas.`
