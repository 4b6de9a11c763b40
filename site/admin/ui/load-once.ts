/**
 * What loads a part of the panel, once. A browser remembers which scripts did not come, and asks for them no more until the
 * page is loaded again: without network they are not asked for at all.
 */
export function loadOnce<T>(load: () => Promise<T>): () => Promise<T> {
  let loaded: T | undefined
  return async () => {
    if (loaded !== undefined) return loaded
    if (!navigator.onLine) throw new Error('no network')
    loaded = await load()
    return loaded
  }
}
