import { hc } from 'hono/client'
import type { Api } from '../../../api/app.ts'
import type { ErrorBody } from '../../../api/http/errors.ts'
import { panelFetch } from './panel-fetch.ts'

export const api = hc<Api>('/api', { fetch: panelFetch, init: { credentials: 'same-origin' } })

type Problem = ErrorBody & { conflicts?: Record<string, unknown>; id?: string; ids?: string[]; secondFactor?: boolean }

export class ApiError extends Error {
  readonly status: number
  readonly text: string
  readonly body: Problem | null

  constructor(status: number, text: string, statusText: string) {
    super(`${status}: ${text || statusText}`)
    this.status = status
    this.text = text
    this.body = parse(text)
  }
}

export class SessionError extends ApiError {
  override readonly message = this.text || 'Request failed'
}

export function publishError({ headers }: Pick<Response, 'headers'>): string | null {
  const error = headers.get('X-Publish-Error')
  return error && decodeURIComponent(error)
}

export const mergedFields = ({ headers }: Pick<Response, 'headers'>): string[] => headers.get('X-Merged')?.split(',') ?? []

type Answer = { ok: boolean; status: number; statusText: string; text(): Promise<string> }

/** Throws `Failure` for an error status, TypeError without a network. */
export async function ok<R extends Answer>(request: Promise<R>, Failure = ApiError): Promise<Extract<R, { ok: true }>> {
  const response = await request
  if (isOk(response)) return response
  throw new Failure(response.status, await response.text(), response.statusText)
}

function isOk<R extends Answer>(response: R): response is Extract<R, { ok: true }> {
  return response.ok
}

function parse(text: string): Problem | null {
  try {
    const body: unknown = JSON.parse(text)
    return typeof body === 'object' && body !== null && 'error' in body ? (body as Problem) : null
  } catch {
    return null
  }
}
