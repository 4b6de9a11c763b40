import { atom } from 'nanostores'

export type Reason = 'ended' | 'confirm'

export const $askingToSignIn = atom<Reason | null>(null)

let pendingAnswer: Promise<boolean> | null = null
let settle: (isSignedIn: boolean) => void = () => {}
let signInCount = 0

export const countSignIns = () => signInCount

/** Returns false if the user declines. Returns true at once if somebody signed in after the call was sent (`sentAfter`). */
export async function askToSignIn(sentAfter = signInCount, reason: Reason = 'ended'): Promise<boolean> {
  if (signInCount > sentAfter) return true
  pendingAnswer ??= new Promise((resolve) => {
    settle = resolve
    $askingToSignIn.set(reason)
  })
  return pendingAnswer
}

export function answerSignIn(isSignedIn: boolean): void {
  pendingAnswer = null
  if (isSignedIn) signInCount += 1
  $askingToSignIn.set(null)
  settle(isSignedIn)
}
