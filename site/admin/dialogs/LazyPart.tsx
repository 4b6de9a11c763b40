import { Component, type ComponentType, type ReactNode, useEffect, useState } from 'react'
import { Button } from '../ui/Button.tsx'
import { Dialog } from './Dialog.tsx'

type Props<P extends object> = {
  load: () => Promise<ComponentType<P>>
  props: P
  failed: (retry: () => void, isAgain: boolean) => ReactNode
  fallback?: ReactNode
}

type Loaded<P> = { attempt: number; Part: ComponentType<P> | null }

/** Loads a part without Suspense, because Suspense would show its fallback for at least 300 ms. */
export function LazyPart<P extends object>({ load, props, failed, fallback = null }: Props<P>) {
  const [attempt, setAttempt] = useState(0)
  const [loaded, setLoaded] = useState<Loaded<P> | null>(null)

  useEffect(() => {
    let isCurrent = true
    const end = (Part: ComponentType<P> | null) => isCurrent && setLoaded({ attempt, Part })
    ;(attempt === 0 ? load() : loadAgain(load)).then(end, () => end(null))
    return () => {
      isCurrent = false
    }
  }, [load, attempt])

  if (loaded?.attempt !== attempt) return fallback
  const failure = failed(() => setAttempt(attempt + 1), attempt > 0)
  return (
    <Boundary key={attempt} failed={failure}>
      {loaded.Part ? <loaded.Part {...props} /> : failure}
    </Boundary>
  )
}

type LazyDialogProps<P extends object> = Pick<Props<P>, 'load' | 'props'> & { title: string }

export function LazyDialog<P extends { onClose: () => void }>({ load, props, title }: LazyDialogProps<P>) {
  return (
    <LazyPart
      load={load}
      props={props}
      failed={(retry) => (
        <Dialog title={title} onClose={props.onClose}>
          <NotLoaded onRetry={retry} />
        </Dialog>
      )}
    />
  )
}

export function NotLoaded({ onRetry }: { onRetry: () => void }) {
  return (
    <div role="alert" className="flex flex-wrap items-center gap-3 text-sm">
      <p>No se pudo cargar: revisa la conexión.</p>
      <Button label="Reintentar" onClick={onRetry} />
    </div>
  )
}

/** Tries another address, because browsers cache a failed script by its address. */
async function loadAgain<P>(load: () => Promise<ComponentType<P>>): Promise<ComponentType<P>> {
  try {
    return await load()
  } catch (error) {
    const tokens = String(error).split(/\s+/)
    const address = tokens.find((token) => token.startsWith('http') && token.endsWith('.js'))
    if (!address) throw error
    const exported: Record<string, unknown> = await import(/* @vite-ignore */ `${address}?${Date.now()}`)
    const part = Object.values(exported).find((value) => typeof value === 'function')
    if (!part) throw error
    return part as ComponentType<P>
  }
}

class Boundary extends Component<{ failed: ReactNode; children: ReactNode }, { hasFailed: boolean }> {
  override state = { hasFailed: false }

  static getDerivedStateFromError() {
    return { hasFailed: true }
  }

  override render() {
    return this.state.hasFailed ? this.props.failed : this.props.children
  }
}
