import { hadNoAnswer, noteAnswer, noteNoAnswer } from './connection.ts'
import { noteSave } from './saves.ts'
import { askToSignIn, countSignIns } from './session-end.ts'

/**
 * `fetch` for every call of the panel. When the session has ended, the call waits until the organiser has signed in again
 * and is then sent once more, so that nothing typed is lost. After a save the publishing status is loaded again.
 */
export async function panelFetch(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const sentAfter = countSignIns()
  const first = await noting(fetch(input, init))
  // A refused sign-in is an answer, not the end of a session.
  const hasEnded = first.status === 401 && !String(input).endsWith('/auth/login')
  const response = hasEnded && (await askToSignIn(sentAfter)) ? await fetch(input, init) : first
  if (response.headers.has('X-Published-Revision')) noteSave()
  return response
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
