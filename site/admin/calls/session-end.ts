import { atom } from 'nanostores'

/** Why somebody is asked to sign in again: their session ended, or a change wants to know that it is them. */
export type Reason = 'ended' | 'confirm'

/** Why the organiser is being asked to sign in again, while the panel is open; null when they are not. */
export const $askingToSignIn = atom<Reason | null>(null)

let asked: Promise<boolean> | null = null
let settle: (isBack: boolean) => void = () => {}
let signIns = 0

/** How often they have signed in again. */
export const countSignIns = () => signIns

/**
 * Asks the organiser to sign in again: true once they have, false when they decline. Nobody is asked for a call that was sent
 * before the last of `countSignIns()`: it was refused for the session that they have replaced.
 */
export async function askToSignIn(sentAfter = signIns, reason: Reason = 'ended'): Promise<boolean> {
  if (signIns > sentAfter) return true
  // A tab may send several calls at once: one question, and one answer for all of them.
  asked ??= new Promise((resolve) => {
    settle = resolve
    $askingToSignIn.set(reason)
  })
  return asked
}

/** Ends the question: the calls that wait for it are sent again, or fail. */
export function answerSignIn(isBack: boolean): void {
  asked = null
  if (isBack) signIns++
  $askingToSignIn.set(null)
  settle(isBack)
}
