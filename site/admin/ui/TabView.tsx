import { Component, type ComponentType, lazy, type ReactNode, Suspense, useMemo, useState } from 'react'
import type { TabProps } from '../tab-props.ts'

type Props = TabProps & { load: () => Promise<ComponentType<TabProps>> }

/** A tab, loaded when it is first shown. What goes wrong in it stays in it. */
export function TabView({ load, ...props }: Props) {
  const [attempt, setAttempt] = useState(0)
  const Tab = useMemo(() => lazy(async () => ({ default: await (attempt === 0 ? load() : loadAnew(load)) })), [load, attempt])
  return (
    <Boundary key={attempt} isAgain={attempt > 0} onRetry={() => setAttempt(attempt + 1)}>
      <Suspense fallback={<p role="status">Cargando...</p>}>
        <Tab {...props} />
      </Suspense>
    </Boundary>
  )
}

/** Loads a tab that could not be loaded. A browser remembers that a script did not come: it is asked for by another address. */
async function loadAnew(load: Props['load']): ReturnType<Props['load']> {
  try {
    return await load()
  } catch (error) {
    const words = String(error).split(/\s+/)
    const address = words.find((word) => word.startsWith('http') && word.endsWith('.js'))
    if (!address) throw error
    const exported: Record<string, unknown> = await import(/* @vite-ignore */ `${address}?${Date.now()}`)
    const tab = Object.values(exported).find((value) => typeof value === 'function')
    if (!tab) throw error
    return tab as ComponentType<TabProps>
  }
}

type BoundaryProps = { isAgain: boolean; onRetry: () => void; children: ReactNode }

/** React knows error boundaries as classes only. */
class Boundary extends Component<BoundaryProps, { hasFailed: boolean }> {
  override state = { hasFailed: false }

  static getDerivedStateFromError() {
    return { hasFailed: true }
  }

  override render() {
    if (!this.state.hasFailed) return this.props.children
    return (
      <div role="alert" className="alert alert-error">
        <div>
          <p className="font-bold">No se pudo abrir esta pestaña.</p>
          <p className="text-sm">Las demás siguen funcionando, y lo que escribiste en ellas sigue ahí.</p>
        </div>
        <button type="button" className="btn btn-sm" onClick={this.props.onRetry}>
          Reintentar
        </button>
        {/* Some browsers remember a script that did not come. */}
        {this.props.isAgain && (
          <button type="button" className="btn btn-sm btn-outline" onClick={() => location.reload()}>
            Recargar el panel
          </button>
        )}
      </div>
    )
  }
}
