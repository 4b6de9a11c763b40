import { KeyRound } from 'lucide-react'
import { useTransition } from 'react'
import type { SignInProblem } from '../calls/session.ts'
import { Button } from '../ui/Button.tsx'
import { whyNoPasskeys } from './passkeys.ts'

type Props = { signIn: () => Promise<SignInProblem | null>; onFailed: (problem: SignInProblem) => void }

export function PasskeyButton({ signIn, onFailed }: Props) {
  const [isAsking, startAsking] = useTransition()
  if (whyNoPasskeys()) return null

  async function ask() {
    const problem = await signIn()
    if (problem) onFailed(problem)
  }

  return (
    <Button
      label="Entrar con llave de acceso"
      Icon={KeyRound}
      className="btn"
      disabled={isAsking}
      onClick={() => startAsking(ask)}
    />
  )
}
