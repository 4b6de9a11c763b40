import { useStore } from '@nanostores/react'
import type { ReactNode } from 'react'
import type { Loader } from '../calls/loaded.ts'
import { Button } from './Button.tsx'

type Props<T> = { of: Pick<Loader<T>, '$loaded' | 'load'>; text?: string; children: (data: T) => ReactNode }

export function Loading<T>({ of: { $loaded, load }, text = 'Cargando...', children }: Props<T>) {
  const { data, error } = useStore($loaded)
  return (
    <>
      {error !== undefined && (
        <div role="alert" className="alert alert-error">
          <p>
            {data === undefined ? 'No se pudo cargar el contenido.' : 'No se pudo actualizar: lo que ves puede ser anterior.'}
          </p>
          <Button label="Reintentar" onClick={load} />
        </div>
      )}
      {data !== undefined ? children(data) : error === undefined && <p role="status">{text}</p>}
    </>
  )
}
