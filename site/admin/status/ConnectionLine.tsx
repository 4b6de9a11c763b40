import { useStore } from '@nanostores/react'
import { $isOffline } from '../calls/connection.ts'
import { StatusLine } from './StatusLine.tsx'

export function ConnectionLine() {
  const isOffline = useStore($isOffline)
  return (
    <div role="status">
      {isOffline && (
        <StatusLine color="bg-error">
          <strong>Sin conexión.</strong> Lo que escribes queda en este dispositivo.
        </StatusLine>
      )}
    </div>
  )
}
