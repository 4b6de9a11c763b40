import { useStore } from '@nanostores/react'
import { $session } from '../calls/session.ts'

/** Null until the session has loaded, and without one. */
export const useUser = () => useStore($session).data?.user ?? null

export const useIsAdmin = () => useUser()?.role === 'admin'
