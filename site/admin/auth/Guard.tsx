import { useStore } from '@nanostores/react'
import { type ReactNode, useEffect } from 'react'
import { $session, firstPageOf } from '../calls/session.ts'

export function Guard({ children }: { children: ReactNode }) {
  const { data } = useStore($session)
  const page = data && (data.user ? firstPageOf(data.user) : '/login')

  useEffect(() => {
    if (page && page !== '/admin') location.replace(page)
  }, [page])

  if (page === '/admin') return children
  return (
    <div className="grid min-h-dvh place-items-center p-6" role="status">
      <p className="flex items-center gap-3 text-lg">
        <span className="loading loading-spinner text-primary" aria-hidden="true" />
        Verificando autenticación...
      </p>
    </div>
  )
}
