/** Stores this page and its files for a reload without network. The first load does not pass through the service worker. */
export async function keepForReload(): Promise<void> {
  if (!('serviceWorker' in navigator) || import.meta.env.DEV) return
  await navigator.serviceWorker.register('/sw.js').catch(() => {})
  const { active } = await navigator.serviceWorker.ready
  const files = performance.getEntriesByType('resource').map(({ name }) => name)
  active?.postMessage([...files.filter((url) => url.startsWith(`${location.origin}/_assets/`)), location.pathname])
}
