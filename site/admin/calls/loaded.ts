import { atom, onMount, type ReadableAtom } from 'nanostores'

export type Loaded<T> = { data?: T; error?: unknown }

export const isAnswered = ({ data, error }: Loaded<unknown>): boolean => data !== undefined || error !== undefined

export type Loader<T> = {
  $loaded: ReadableAtom<Loaded<T>>
  load: () => Promise<void>
  /** Like `load`, but keeps the old data if the request fails. */
  refresh: () => Promise<void>
  change: (by: (data: T) => T) => void
}

/** The slow response of an earlier request never replaces the response of a later request. */
export function createLoaded<T>(read: () => Promise<T>, { freshForMs = 0 } = {}): Loader<T> {
  const $loaded = atom<Loaded<T>>({})
  let newest = 0
  let readAt = Number.NEGATIVE_INFINITY

  async function load(ignoresFailure = false): Promise<void> {
    newest += 1
    const request = newest
    try {
      const data = await read()
      if (request !== newest) return
      readAt = Date.now()
      $loaded.set({ data })
    } catch (error) {
      if (request === newest && !ignoresFailure) $loaded.set({ data: $loaded.get().data, error })
    }
  }

  function change(by: (data: T) => T): void {
    const { data } = $loaded.get()
    if (data === undefined) return
    // Ignores the response of a request that is still under way, because it lacks this change.
    newest += 1
    $loaded.set({ data: by(data) })
  }

  onMount($loaded, () => {
    if (Date.now() - readAt >= freshForMs) void load()
  })
  return { $loaded, load: () => load(), refresh: () => load(true), change }
}

export function reload({ $loaded, load }: Pick<Loader<unknown>, '$loaded' | 'load'>): void {
  if ($loaded.get().data !== undefined) void load()
}
