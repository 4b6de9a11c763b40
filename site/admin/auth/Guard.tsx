import { type ReactNode, useEffect } from 'react'
import { useAuth } from './AuthProvider.tsx'
import { Verifying } from './Verifying.tsx'

/** Lets those with a session through and sends everyone else to the sign-in page. */
export function Guard({ children }: { children: ReactNode }) {
  const { isLoading, isAuthenticated } = useAuth()
  const mustSignIn = !isLoading && !isAuthenticated

  useEffect(() => {
    if (mustSignIn) location.replace('/login')
  }, [mustSignIn])

  return isAuthenticated ? children : <Verifying />
}
