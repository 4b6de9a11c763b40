import { nanoquery } from '@nanostores/query'

/**
 * What the panel asks the server for once, and what it has the server do. No retries, no polling, no refetch on focus:
 * what an organiser sees changes when they do something. What is asked for again after that is in `createLoaded`.
 */
export const [createFetcherStore, createMutatorStore] = nanoquery({
  dedupeTime: Number.POSITIVE_INFINITY,
  onErrorRetry: null,
  revalidateOnFocus: false,
  revalidateOnReconnect: false,
})
