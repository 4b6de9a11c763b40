import type { ComponentType } from 'react'
import { LazyPart } from '../ui/LazyPart.tsx'
import type { TabProps } from './tab-props.ts'

type Props = TabProps & { load: () => Promise<ComponentType<TabProps>> }

/** Loaded when first shown. Errors stay inside the tab. */
export function TabView({ load, ...props }: Props) {
  return (
    <LazyPart
      load={load}
      props={props}
      fallback={<p role="status">Cargando...</p>}
      failed={(retry, isAgain) => (
        <div role="alert" className="alert alert-error">
          <div>
            <p className="font-bold">No se pudo abrir esta pestaña.</p>
            <p className="text-sm">Las demás siguen funcionando, y lo que escribiste en ellas sigue ahí.</p>
          </div>
          <button type="button" className="btn btn-sm" onClick={retry}>
            Reintentar
          </button>
          {/* Some browsers cache a failed script until the page reloads. */}
          {isAgain && (
            <button type="button" className="btn btn-sm btn-outline" onClick={() => location.reload()}>
              Recargar el panel
            </button>
          )}
        </div>
      )}
    />
  )
}
