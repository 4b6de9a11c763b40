import { useEffect } from 'react'

/** The token of a link of one use. It stands behind the # of the address, which browsers send to nobody. */
export const linkToken = () => location.hash.slice(1)

/** What was used is not left in the address, nor in the history of a browser that others use. */
export const forgetToken = () => history.replaceState(null, '', location.pathname)

/** A link that is opened where its page is open already changes the address alone: then all begins anew. */
export function useNewLink(): void {
  useEffect(() => {
    const reload = () => location.reload()
    window.addEventListener('hashchange', reload)
    return () => window.removeEventListener('hashchange', reload)
  }, [])
}
