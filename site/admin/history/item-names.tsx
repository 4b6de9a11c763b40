import { useStore } from '@nanostores/react'
import { createContext, type ReactNode, useContext, useMemo } from 'react'
import type { Change } from '../../../data/content/changes.ts'
import { collections } from '../content/collections.ts'
import type { Names } from './values.ts'

const NamesContext = createContext<Names>(new Map())

/** What the items are called that others refer to: those there are, and those that these changes tell of. */
export function useItemNames(changes: Change[] = none): Names {
  const speakers = useStore(collections.speakers.$loaded)
  const scenarios = useStore(collections.scenarios.$loaded)
  return useMemo(() => {
    const there = [...(speakers.data ?? []), ...(scenarios.data ?? [])].map(({ id, name }) => [id, name] as const)
    return new Map([...changes.map(({ id = '', name = '' }) => [id, name] as const), ...there])
  }, [changes, speakers, scenarios])
}

const none: Change[] = []

/** Makes these names known to everything inside. */
export function NamesOf({ changes, children }: { changes: Change[]; children: ReactNode }) {
  return <NamesContext value={useItemNames(changes)}>{children}</NamesContext>
}

export const useNames = () => useContext(NamesContext)
