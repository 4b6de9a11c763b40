import { useStore } from '@nanostores/react'
import { $session } from '../calls/session.ts'

/** Returns null until the session has loaded, or if nobody is signed in. */
export const useUser = () => useStore($session).data?.user ?? null

export const useIsAdmin = () => useUser()?.role === 'admin'
