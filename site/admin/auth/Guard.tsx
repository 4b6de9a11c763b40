import { type ReactNode, useEffect } from 'react'
import { firstPageOf } from '../calls/session.ts'
import { useAuth } from './AuthProvider.tsx'

/** Without a session it redirects to the sign-in page. Door helpers go to the door, unless they must add a second factor. */
export function Guard({ children }: { children: ReactNode }) {
  const { isLoading, isAuthenticated, user } = useAuth()
  const elsewhere = !isLoading && !isAuthenticated ? '/login' : user && firstPageOf(user) === '/puerta' ? '/puerta' : null

  useEffect(() => {
    if (elsewhere) location.replace(elsewhere)
  }, [elsewhere])

  return isAuthenticated && !elsewhere ? children : <Verifying />
}

function Verifying() {
  return (
    <div className="grid min-h-dvh place-items-center p-6" role="status">
      <p className="flex items-center gap-3 text-lg">
        <span className="loading loading-spinner text-primary" aria-hidden="true" />
        Verificando autenticación...
      </p>
    </div>
  )
}
