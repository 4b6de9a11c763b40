import { hadNoAnswer, noteAnswer, noteNoAnswer } from './connection.ts'
import { noteSave } from './saves.ts'
import { askToSignIn, countSignIns, type Reason } from './session-end.ts'

/**
 * `fetch` for every call of the panel. When the session has ended, the call waits until the organiser has signed in again
 * and is then sent once more, so that nothing typed is lost. After a save the publishing status is loaded again.
 */
export async function panelFetch(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const sentAfter = countSignIns()
  const first = await noting(fetch(input, init))
  // A refused sign-in is an answer, not the end of a session.
  const hasEnded = first.status === 401 && !/\/auth\/(login|passkeys\/sign-in)$/.test(String(input))
  const response = hasEnded && (await askToSignIn(sentAfter, await reasonOf(first))) ? await fetch(input, init) : first
  if (response.headers.has('X-Published-Revision')) noteSave()
  return response
}

/** Whether nobody is signed in any more, or a change wants to know again who is. */
async function reasonOf(refused: Response): Promise<Reason> {
  const body: unknown = await refused
    .clone()
    .json()
    .catch(() => null)
  return body && typeof body === 'object' && 'signInAgain' in body ? 'confirm' : 'ended'
}

/** Notes whether the server is there. */
async function noting(request: Promise<Response>): Promise<Response> {
  try {
    const response = await request
    noteAnswer()
    return response
  } catch (error) {
    if (hadNoAnswer(error)) noteNoAnswer()
    throw error
  }
}
