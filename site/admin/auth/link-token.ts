import { useEffect } from 'react'

/** The token of a mailed link is behind the #, which browsers do not send to the server. */
export const linkToken = () => location.hash.slice(1)

/** Removes a used token from the address and the browser's history. */
export const forgetToken = () => history.replaceState(null, '', location.pathname)

/** Reloads the page if a mailed link opens while it is shown. Only the hash changes then, so the browser loads nothing. */
export function useNewLink(): void {
  useEffect(() => {
    const reload = () => location.reload()
    window.addEventListener('hashchange', reload)
    return () => window.removeEventListener('hashchange', reload)
  }, [])
}
