import type { ReactNode } from 'react'
import type { Loaded } from '../calls/loaded.ts'

type Props<T> = { loaded: Loaded<T>; text?: string; onRetry: () => void; children: (data: T) => ReactNode }

export function Loading<T>({ loaded: { data, error }, text = 'Cargando...', onRetry, children }: Props<T>) {
  return (
    <>
      {error !== undefined && (
        <div role="alert" className="alert alert-error">
          <p>
            {data === undefined ? 'No se pudo cargar el contenido.' : 'No se pudo actualizar: lo que ves puede ser anterior.'}
          </p>
          <button type="button" className="btn btn-sm" onClick={onRetry}>
            Reintentar
          </button>
        </div>
      )}
      {data !== undefined ? children(data) : error === undefined && <p role="status">{text}</p>}
    </>
  )
}
