import { atom } from 'nanostores'

/** Whether the organiser is being asked to sign in again, because the session ended while the panel was open. */
export const $isAskingToSignIn = atom(false)

let asked: Promise<boolean> | null = null
let settle: (isBack: boolean) => void = () => {}
let signIns = 0

/** How often they have signed in again. */
export const countSignIns = () => signIns

/**
 * Asks the organiser to sign in again: true once they have, false when they decline. Nobody is asked for a call that was sent
 * before the last of `countSignIns()`: it was refused for the session that they have replaced.
 */
export async function askToSignIn(sentAfter = signIns): Promise<boolean> {
  if (signIns > sentAfter) return true
  // A tab may send several calls at once: one question, and one answer for all of them.
  asked ??= new Promise((resolve) => {
    settle = resolve
    $isAskingToSignIn.set(true)
  })
  return asked
}

/** Ends the question: the calls that wait for it are sent again, or fail. */
export function answerSignIn(isBack: boolean): void {
  asked = null
  if (isBack) signIns++
  $isAskingToSignIn.set(false)
  settle(isBack)
}
