import { useStore } from '@nanostores/react'
import { $session } from '../calls/session.ts'

export const useUser = () => useStore($session).data?.user ?? null

export const useIsAdmin = () => useUser()?.role === 'admin'
