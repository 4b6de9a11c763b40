import { atom } from 'nanostores'

/** `confirm`: a change needs a recent sign-in. */
export type Reason = 'ended' | 'confirm'

export const $askingToSignIn = atom<Reason | null>(null)

let asked: Promise<boolean> | null = null
let settle: (isBack: boolean) => void = () => {}
let signIns = 0

export const countSignIns = () => signIns

/** False if declined. Calls sent before the last sign-in need no question. */
export async function askToSignIn(sentAfter = signIns, reason: Reason = 'ended'): Promise<boolean> {
  if (signIns > sentAfter) return true
  asked ??= new Promise((resolve) => {
    settle = resolve
    $askingToSignIn.set(reason)
  })
  return asked
}

export function answerSignIn(isBack: boolean): void {
  asked = null
  if (isBack) signIns++
  $askingToSignIn.set(null)
  settle(isBack)
}
