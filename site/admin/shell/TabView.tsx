import type { ComponentType } from 'react'
import { LazyPart } from '../dialogs/LazyPart.tsx'
import { Button } from '../ui/Button.tsx'

export function TabView({ load }: { load: () => Promise<ComponentType> }) {
  return (
    <LazyPart
      load={load}
      props={{}}
      fallback={<p role="status">Cargando...</p>}
      failed={(retry, isAgain) => (
        <div role="alert" className="alert alert-error">
          <div>
            <p className="font-bold">No se pudo abrir esta pestaña.</p>
            <p className="text-sm">Las demás siguen funcionando, y lo que escribiste en ellas sigue ahí.</p>
          </div>
          <Button label="Reintentar" onClick={retry} />
          {/* Some browsers keep a failed script until the page reloads. */}
          {isAgain && <Button label="Recargar el panel" className="btn btn-sm btn-outline" onClick={() => location.reload()} />}
        </div>
      )}
    />
  )
}
