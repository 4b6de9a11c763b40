export function keepForOffline(): void {
  if (!('serviceWorker' in navigator) || location.pathname !== '/' || import.meta.env.DEV) return
  const register = () => navigator.serviceWorker.register('/sw.js').catch(() => {})
  if (document.readyState === 'complete') register()
  else addEventListener('load', register, { once: true })
}
