import { hc } from 'hono/client'
import type { Api } from '../../../api/app.ts'
import type { ErrorBody } from '../../../api/http/errors.ts'
import { panelFetch } from './panel-fetch.ts'

/** The API through its own types. Cookies go along, as everywhere on one's own site. */
export const api = hc<Api>('/api', { fetch: panelFetch, init: { credentials: 'same-origin' } })

/**
 * An error of the API; after a conflict with the fields that others changed as well, or with the id of who has the e-mail;
 * with the `ids` of several that were the reason; `secondFactor`: a code is missing.
 */
type Problem = ErrorBody & { conflicts?: Record<string, unknown>; id?: string; ids?: string[]; secondFactor?: boolean }

/** An answer that is not OK. The message is the status and the answer's text; `body` is the API's own error. */
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

/** An answer to a session or login call that is not OK. The message is the answer's text. */
export class SessionError extends ApiError {
  override readonly message = this.text || 'Request failed'
}

/** Why what was saved is not published yet, in Spanish; null when it is. */
export function publishError({ headers }: Pick<Response, 'headers'>): string | null {
  const error = headers.get('X-Publish-Error')
  return error && decodeURIComponent(error)
}

/** The fields of what was saved whose value came from others. */
export const mergedFields = ({ headers }: Pick<Response, 'headers'>): string[] => headers.get('X-Merged')?.split(',') ?? []

type Answer = { ok: boolean; status: number; statusText: string; text(): Promise<string> }

/** The answer when it is OK. Throws `Failure` when it is not, and TypeError when there is no network. */
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
