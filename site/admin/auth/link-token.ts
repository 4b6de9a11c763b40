import { useEffect } from 'react'

/** The token of a mailed link is behind the #, which browsers do not send to the server. */
export const linkToken = () => location.hash.slice(1)

export const forgetToken = () => history.replaceState(null, '', location.pathname)

/** Reloads the page if another mailed link opens in this tab. Only the hash changes then, so the browser would load nothing. */
export function useNewLink(): void {
  useEffect(() => {
    const reload = () => location.reload()
    window.addEventListener('hashchange', reload)
    return () => window.removeEventListener('hashchange', reload)
  }, [])
}
