import { useStore } from '@nanostores/react'
import { createContext, type ReactNode, useContext, useMemo } from 'react'
import type { Change } from '../../../data/changes.ts'
import { collectionStores } from '../stores/collections.ts'
import type { Names } from './values.ts'

const NamesContext = createContext<Names>(new Map())

/** What the items are called that others refer to: those there are, and those that these changes tell of. */
export function NamesOf({ changes, children }: { changes: Change[]; children: ReactNode }) {
  const speakers = useStore(collectionStores.speakers.$loaded)
  const scenarios = useStore(collectionStores.scenarios.$loaded)
  const names = useMemo(() => {
    const there = [...(speakers.data ?? []), ...(scenarios.data ?? [])].map(({ id, name }) => [id, name] as const)
    return new Map([...changes.map(({ id = '', name = '' }) => [id, name] as const), ...there])
  }, [changes, speakers, scenarios])
  return <NamesContext value={names}>{children}</NamesContext>
}

export const useNames = () => useContext(NamesContext)
