import { codeOf } from '../../data/error-code.ts'
import type { ProblemStatus } from '../http/errors.ts'

/** An upload that is not taken, with the status and the Spanish sentence to answer with. */
export class Refusal extends Error {
  readonly status: ProblemStatus

  constructor(status: ProblemStatus, message: string) {
    super(message)
    this.status = status
  }
}

export const emptyFile = 'El archivo está vacío.'
export const noSpace = 'No hay espacio suficiente en el servidor para guardar el archivo. Avisa a quien lo administra.'

/** Whether an error says that the disk, or this user's share of it, is full. */
export function isDiskFull(error: unknown): boolean {
  return ['ENOSPC', 'EDQUOT'].includes(codeOf(error))
}
