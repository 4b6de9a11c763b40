import { nanoquery } from '@nanostores/query'

/**
 * Server state in the panel: loaded once, kept until a save asks for it again. No retries, no polling, no refetch on
 * focus: what an organiser sees changes when they do something.
 */
export const [createFetcherStore, createMutatorStore, { revalidateKeys }] = nanoquery({
  dedupeTime: Number.POSITIVE_INFINITY,
  onErrorRetry: null,
  revalidateOnFocus: false,
  revalidateOnReconnect: false,
})
