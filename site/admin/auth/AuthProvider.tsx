import { useStore } from '@nanostores/react'
import { createContext, type ReactNode, useContext } from 'react'
import { $session, type SessionUser } from '../calls/session.ts'

type AuthState = { user: SessionUser | null; isLoading: boolean; isAuthenticated: boolean }

const AuthContext = createContext<AuthState | null>(null)

/** Makes the session known to everything inside. */
export function AuthProvider({ children }: { children: ReactNode }) {
  // Read as nobody when it cannot be found out, so that no data means: not known yet.
  const { data } = useStore($session)
  const user = data?.user ?? null
  return <AuthContext value={{ user, isLoading: data === undefined, isAuthenticated: user !== null }}>{children}</AuthContext>
}

/** Who is signed in. Throws outside an AuthProvider. */
export function useAuth(): AuthState {
  const auth = useContext(AuthContext)
  if (!auth) throw new Error('useAuth must be used within an AuthProvider')
  return auth
}

/** Whether an administrator is signed in. */
export const useIsAdmin = () => useAuth().user?.role === 'admin'
