/** Requests nothing while offline, because browsers would cache the failed script until the page is reloaded. */
export function loadOnce<T>(load: () => Promise<T>): () => Promise<T> {
  let loaded: T | undefined
  return async () => {
    if (loaded !== undefined) return loaded
    if (!navigator.onLine) throw new Error('no network')
    loaded = await load()
    return loaded
  }
}
