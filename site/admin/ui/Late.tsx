import { Component, type ComponentType, lazy, type ReactNode, Suspense, useMemo, useState } from 'react'

type Props<P extends object> = {
  /** Asked again after a failure, it tries again. */
  load: () => Promise<ComponentType<P>>
  props: P
  /** What is shown where it could not be loaded. */
  failed: (retry: () => void, isAgain: boolean) => ReactNode
  fallback?: ReactNode
}

/** A part that is loaded when it is first shown. What goes wrong in it stays in it, and leaves what stands around it. */
export function Late<P extends object>({ load, props, failed, fallback = null }: Props<P>) {
  const [attempt, setAttempt] = useState(0)
  const Part = useMemo(
    () => lazy(async () => ({ default: (await (attempt === 0 ? load() : loadAnew(load))) as ComponentType<object> })),
    [load, attempt],
  )
  return (
    <Boundary key={attempt} failed={failed(() => setAttempt(attempt + 1), attempt > 0)}>
      <Suspense fallback={fallback}>
        <Part {...props} />
      </Suspense>
    </Boundary>
  )
}

/** Loads a part that could not be loaded. A browser remembers that a script did not come: it is asked for by another address. */
async function loadAnew<P>(load: () => Promise<ComponentType<P>>): Promise<ComponentType<P>> {
  try {
    return await load()
  } catch (error) {
    const words = String(error).split(/\s+/)
    const address = words.find((word) => word.startsWith('http') && word.endsWith('.js'))
    if (!address) throw error
    const exported: Record<string, unknown> = await import(/* @vite-ignore */ `${address}?${Date.now()}`)
    const part = Object.values(exported).find((value) => typeof value === 'function')
    if (!part) throw error
    return part as ComponentType<P>
  }
}

/** React knows error boundaries as classes only. */
class Boundary extends Component<{ failed: ReactNode; children: ReactNode }, { hasFailed: boolean }> {
  override state = { hasFailed: false }

  static getDerivedStateFromError() {
    return { hasFailed: true }
  }

  override render() {
    return this.state.hasFailed ? this.props.failed : this.props.children
  }
}
