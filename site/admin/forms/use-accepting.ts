import { useState } from 'react'
import { serverMessage } from '../calls/messages.ts'

/** Which rows of a previewed file are wanted, and taking them over: `failure` is said where the server says nothing itself. */
export function useAccepting<Id>(first: () => Iterable<Id>, failure: string) {
  const [accepted, setAccepted] = useState<ReadonlySet<Id>>(() => new Set(first()))
  const [problem, setProblem] = useState('')
  const [isBusy, setIsBusy] = useState(false)

  function accept(ids: readonly Id[], isAccepted: boolean): void {
    const next = new Set(accepted)
    for (const id of ids) isAccepted ? next.add(id) : next.delete(id)
    setAccepted(next)
  }

  async function take(how: () => Promise<void>): Promise<void> {
    setIsBusy(true)
    setProblem('')
    try {
      await how()
    } catch (error) {
      setProblem(serverMessage(error, failure))
      setIsBusy(false)
    }
  }

  return { accepted, accept, problem, isBusy, take }
}
