import { limits } from '../../../data/limits.ts'

export const passwordHint = `Al menos ${limits.password.min} caracteres; ni tu nombre, ni tu email, ni una de las más usadas.`
