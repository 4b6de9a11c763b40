import { atom, onMount, type ReadableAtom } from 'nanostores'

/** What was read last (nothing before the first answer), and why the newest request failed, if it did. */
export type Loaded<T> = { data?: T; error?: unknown }

export type LoadedStore<T> = {
  $loaded: ReadableAtom<Loaded<T>>
  load: () => Promise<void>
  /** Changes what is shown before, or instead of, reading it again. */
  change: (by: (data: T) => T) => void
}

/**
 * Something read from the server when it is first looked at, and again on demand; the last answer stays on the screen
 * meanwhile. Only the newest request counts, so that a slow answer cannot put old data over new. The query library
 * drops a reload that is asked for during another: after two quick saves, a list would lack the second.
 */
export function createLoaded<T>(read: () => Promise<T>): LoadedStore<T> {
  const $loaded = atom<Loaded<T>>({})
  let newest = 0

  async function load(): Promise<void> {
    newest += 1
    const request = newest
    try {
      const data = await read()
      if (request === newest) $loaded.set({ data })
    } catch (error) {
      if (request === newest) $loaded.set({ data: $loaded.get().data, error })
    }
  }

  function change(by: (data: T) => T): void {
    const { data } = $loaded.get()
    if (data === undefined) return
    // An answer that is under way was read before this change.
    newest += 1
    $loaded.set({ data: by(data) })
  }

  onMount($loaded, () => void load())
  return { $loaded, load, change }
}
