import { S3ServiceError } from 's3mini'
import { codeOf } from '../../data/error-code.ts'

/** What a store's error codes and statuses mean, in words to follow a colon. */
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

/** The bucket is not there. */
export class NoBucket extends Error {
  constructor() {
    super('the bucket does not exist')
  }
}

/** Why an object store did not do something, in words for the panel, to follow a colon. Never an address or a key. */
export function storeProblem(error: unknown): string {
  if (error instanceof NoBucket) return byCode.NoSuchBucket ?? ''
  if (!(error instanceof S3ServiceError)) return 'el almacén no responde'
  return byCode[error.serviceCode ?? ''] ?? byStatus[error.status] ?? `el almacén respondió ${error.status}`
}

/** What is logged of an error: of a store's answer its status and code, for the rest may hold anything. */
export function loggedProblem(error: unknown): object {
  if (error instanceof S3ServiceError) return { status: error.status, code: error.serviceCode }
  if (!(error instanceof Error)) return { reason: 'unknown' }
  return { reason: codeOf(error.cause) || error.name, message: error.message }
}

/** Whether it is the store that said no, and not the way to it. */
export const isAnswer = (error: unknown): boolean => error instanceof S3ServiceError || error instanceof NoBucket

/** Whether the store says that a condition of the request does not hold. */
export function isRefusedCondition(error: unknown): boolean {
  return error instanceof S3ServiceError && (error.status === 412 || error.status === 409)
}

/** Whether the store says that there is no such object; a bucket that does not exist is another matter. */
export function isMissing(error: unknown): boolean {
  return error instanceof S3ServiceError && error.status === 404 && error.serviceCode !== 'NoSuchBucket'
}
