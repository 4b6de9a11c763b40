import { hadNoAnswer, noteAnswer, noteNoAnswer } from './connection.ts'
import { noteSave } from './saves.ts'
import { askToSignIn, countSignIns, type Reason } from './session-end.ts'

/** If the session has ended, waits until the user signs in, and then sends the request again. */
export async function panelFetch(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const sentAfter = countSignIns()
  const first = await noteOutcome(fetch(input, init))
  const hasEnded = first.status === 401 && !/\/auth\/(login|passkeys\/sign-in)$/.test(String(input))
  const response = hasEnded && (await askToSignIn(sentAfter, await reasonOf(first))) ? await fetch(input, init) : first
  if (response.headers.has('X-Published-Revision')) noteSave()
  return response
}

async function reasonOf(refused: Response): Promise<Reason> {
  const body: unknown = await refused
    .clone()
    .json()
    .catch(() => null)
  return body && typeof body === 'object' && 'signInAgain' in body ? 'confirm' : 'ended'
}

async function noteOutcome(request: Promise<Response>): Promise<Response> {
  try {
    const response = await request
    noteAnswer()
    return response
  } catch (error) {
    if (hadNoAnswer(error)) noteNoAnswer()
    throw error
  }
}
