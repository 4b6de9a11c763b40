import { codeOf } from '../../data/error-code.ts'
import type { ProblemStatus } from '../http/errors.ts'

export class Refusal extends Error {
  readonly status: ProblemStatus

  constructor(status: ProblemStatus, message: string) {
    super(message)
    this.status = status
  }
}

export const emptyFile = 'El archivo está vacío.'
export const noSpace = 'No hay espacio suficiente en el servidor para guardar el archivo. Avisa a quien lo administra.'

export function isDiskFull(error: unknown): boolean {
  return ['ENOSPC', 'EDQUOT'].includes(codeOf(error))
}
