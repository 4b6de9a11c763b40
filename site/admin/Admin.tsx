import { useStore } from '@nanostores/react'
import { ExternalLink, LogOut } from 'lucide-react'
import { Suspense } from 'react'
import { Toaster } from '../toast/Toaster.tsx'
import { AuthProvider, useAuth } from './auth/AuthProvider.tsx'
import { Guard } from './auth/Guard.tsx'
import { $logout } from './stores/session.ts'
import { $tab } from './stores/tab.ts'
import { TabBar } from './TabBar.tsx'
import { type TabProps, tabs } from './tabs.ts'

/** The panel, for those who are signed in. */
export function Admin(props: TabProps) {
  return (
    <AuthProvider>
      <Guard>
        <Panel {...props} />
      </Guard>
      <Toaster />
    </AuthProvider>
  )
}

function Panel(props: TabProps) {
  const { user } = useAuth()
  const { mutate: logout, loading: isLeaving } = useStore($logout)
  const current = useStore($tab)
  const Tab = tabs.find(({ key }) => key === current)?.Tab

  return (
    <>
      <header className="panel-column flex flex-wrap items-center justify-between gap-x-6 gap-y-3 py-4">
        <div className="min-w-0">
          <h1 className="font-display text-2xl font-bold">Panel de Administración</h1>
          <p className="text-base-content/75 text-sm wrap-anywhere">
            {user?.name} · {user?.email}
          </p>
        </div>
        <div className="flex gap-2">
          <a href="/" target="_blank" rel="noopener" className="btn btn-ghost btn-sm">
            <ExternalLink className="size-4" aria-hidden="true" />
            Ver sitio
          </a>
          <button type="button" className="btn btn-outline btn-sm" disabled={isLeaving} onClick={() => logout()}>
            <LogOut className="size-4" aria-hidden="true" />
            Cerrar Sesión
          </button>
        </div>
      </header>
      <main>
        <TabBar current={current} />
        <div id="tab-panel" role="tabpanel" aria-labelledby={`tab-${current}`} className="panel-column pt-6 pb-28">
          <Suspense fallback={<p role="status">Cargando...</p>}>{Tab ? <Tab {...props} /> : <NotYet />}</Suspense>
        </div>
      </main>
    </>
  )
}

function NotYet() {
  return (
    <p className="rounded-box border-base-300 border-2 border-dashed p-10 text-center">
      Esta pestaña todavía no está disponible. Su contenido se puede cambiar por medio de la API.
    </p>
  )
}
