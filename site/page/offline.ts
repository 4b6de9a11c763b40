/** Keeps the page for when there is no network (service-worker.ts). Not in a preview, nor in the answer to a refused form. */
export function keepForOffline(): void {
  if (!('serviceWorker' in navigator) || location.pathname !== '/' || import.meta.env.DEV) return
  const register = () => navigator.serviceWorker.register('/sw.js').catch(() => {})
  // The page itself comes first.
  if (document.readyState === 'complete') register()
  else addEventListener('load', register, { once: true })
}
