import { S3ServiceError } from 's3mini'
import { codeOf } from '../../data/error-code.ts'

const byCode: Record<string, string> = {
  NoSuchBucket: 'el depósito no existe',
  InvalidAccessKeyId: 'el almacén no acepta la clave de acceso',
  SignatureDoesNotMatch: 'el almacén no acepta la clave de acceso',
  RequestTimeTooSkewed: 'el reloj de este servidor y el del almacén no coinciden',
  QuotaExceeded: 'el almacén está lleno',
  SlowDown: 'el almacén está saturado',
}

const byStatus: Record<number, string> = {
  403: 'el almacén no da permiso',
  429: 'el almacén está saturado',
  503: 'el almacén está saturado',
  507: 'el almacén está lleno',
}

export class NoBucket extends Error {
  constructor() {
    super('the bucket does not exist')
  }
}

export function storeProblem(error: unknown): string {
  if (error instanceof NoBucket) return byCode.NoSuchBucket ?? ''
  if (!(error instanceof S3ServiceError)) return 'el almacén no responde'
  return byCode[error.serviceCode ?? ''] ?? byStatus[error.status] ?? `el almacén respondió ${error.status}`
}

/** Leaves out the store's answer, which may contain secrets. */
export function loggedProblem(error: unknown): object {
  if (error instanceof S3ServiceError) return { status: error.status, code: error.serviceCode }
  if (!(error instanceof Error)) return { reason: 'unknown' }
  return { reason: codeOf(error.cause) || error.name, message: error.message }
}

export const isAnswer = (error: unknown): boolean => error instanceof S3ServiceError || error instanceof NoBucket

export function isRefusedCondition(error: unknown): boolean {
  return error instanceof S3ServiceError && (error.status === 412 || error.status === 409)
}

export function isMissing(error: unknown): boolean {
  return error instanceof S3ServiceError && error.status === 404 && error.serviceCode !== 'NoSuchBucket'
}
