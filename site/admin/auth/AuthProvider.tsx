import { useStore } from '@nanostores/react'
import { createContext, type ReactNode, useContext } from 'react'
import { $session, type SessionUser } from '../calls/session.ts'

type AuthState = { user: SessionUser | null; isLoading: boolean; isAuthenticated: boolean }

const AuthContext = createContext<AuthState | null>(null)

export function AuthProvider({ children }: { children: ReactNode }) {
  // A failed load stores null, so undefined means not loaded yet.
  const { data } = useStore($session)
  const user = data?.user ?? null
  return <AuthContext value={{ user, isLoading: data === undefined, isAuthenticated: user !== null }}>{children}</AuthContext>
}

/** Throws outside an AuthProvider. */
export function useAuth(): AuthState {
  const auth = useContext(AuthContext)
  if (!auth) throw new Error('useAuth must be used within an AuthProvider')
  return auth
}

export const useIsAdmin = () => useAuth().user?.role === 'admin'
