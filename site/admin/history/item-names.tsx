import { useStore } from '@nanostores/react'
import { createContext, type ReactNode, useContext, useMemo } from 'react'
import type { Change } from '../../../data/content/changes.ts'
import { collections } from '../content/collections.ts'
import type { Names } from './values.ts'

const NamesContext = createContext<Names>(new Map())

/** The names of deleted items come from `changes`, because the lists no longer have these items. */
export function useItemNames(changes: Change[] = none): Names {
  const speakers = useStore(collections.speakers.$loaded)
  const scenarios = useStore(collections.scenarios.$loaded)
  const questions = useStore(collections.questions.$loaded)
  return useMemo(() => {
    const currentNames = [...(speakers.data ?? []), ...(scenarios.data ?? [])].map(({ id, name }) => [id, name] as const)
    const labels = (questions.data ?? []).map(({ id, label }) => [id, label] as const)
    return new Map([...changes.map(({ id = '', name = '' }) => [id, name] as const), ...currentNames, ...labels])
  }, [changes, speakers, scenarios, questions])
}

const none: Change[] = []

export function NamesOf({ changes, children }: { changes: Change[]; children: ReactNode }) {
  return <NamesContext value={useItemNames(changes)}>{children}</NamesContext>
}

export const useNames = () => useContext(NamesContext)
