import { KeyRound } from 'lucide-react'
import { useState } from 'react'
import type { SignInProblem } from '../calls/session.ts'
import { Button } from '../ui/Button.tsx'
import { whyNoPasskeys } from './passkeys.ts'

type Props = { signIn: () => Promise<SignInProblem | null>; onFailed: (problem: SignInProblem) => void }

export function PasskeyButton({ signIn, onFailed }: Props) {
  const [isAsking, setIsAsking] = useState(false)
  if (whyNoPasskeys()) return null

  async function ask() {
    setIsAsking(true)
    const failed = await signIn()
    setIsAsking(false)
    if (failed) onFailed(failed)
  }

  return <Button label="Entrar con llave de acceso" Icon={KeyRound} className="btn" disabled={isAsking} onClick={ask} />
}
