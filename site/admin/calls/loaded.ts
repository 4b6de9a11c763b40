import { atom, onMount, type ReadableAtom } from 'nanostores'

/** What was read last (nothing before the first answer), and why the newest request failed, if it did. */
export type Loaded<T> = { data?: T; error?: unknown }

/** Whether there has been an answer, or why there is none. */
export const isAnswered = ({ data, error }: Loaded<unknown>): boolean => data !== undefined || error !== undefined

export type Loader<T> = {
  $loaded: ReadableAtom<Loaded<T>>
  load: () => Promise<void>
  /** The same, asked for by nobody: where it fails, what is shown stays as it is. */
  refresh: () => Promise<void>
  /** Changes what is shown before, or instead of, reading it again. */
  change: (by: (data: T) => T) => void
}

type Options = { /** For how many milliseconds an answer counts as current when it is shown again. */ freshFor?: number }

/**
 * The panel's one way to load: read from the server when something shows it (unless the last answer is still fresh) and
 * again on demand; the last answer stays on the screen meanwhile. No retry, no reload on focus: what an organiser sees changes when
 * they do something, but where what others do is followed (`refresh`). Only the newest request counts, so that a slow answer cannot put old
 * data over new; a reload asked for during another one is sent all the same, or two quick saves would show only the first.
 */
export function createLoaded<T>(read: () => Promise<T>, { freshFor = 0 }: Options = {}): Loader<T> {
  const $loaded = atom<Loaded<T>>({})
  let newest = 0
  let readAt = Number.NEGATIVE_INFINITY

  async function load(isQuiet = false): Promise<void> {
    newest += 1
    const request = newest
    try {
      const data = await read()
      if (request !== newest) return
      readAt = Date.now()
      $loaded.set({ data })
    } catch (error) {
      if (request === newest && !isQuiet) $loaded.set({ data: $loaded.get().data, error })
    }
  }

  function change(by: (data: T) => T): void {
    const { data } = $loaded.get()
    if (data === undefined) return
    // An answer that is under way was read before this change.
    newest += 1
    $loaded.set({ data: by(data) })
  }

  onMount($loaded, () => {
    if (Date.now() - readAt >= freshFor) void load()
  })
  return { $loaded, load: () => load(), refresh: () => load(true), change }
}

/** Loads again what was loaded before; what was not is loaded when it is first shown. */
export function reload({ $loaded, load }: Pick<Loader<unknown>, '$loaded' | 'load'>): void {
  if ($loaded.get().data !== undefined) void load()
}
