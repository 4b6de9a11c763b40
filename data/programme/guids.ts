import { hash } from 'node:crypto'

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

type Identified = { id: string; sourceId: string }

export function guidOf(key: 'events' | 'speakers' | 'scenarios', { id, sourceId }: Identified): string {
  return uuid.test(sourceId) ? sourceId.toLowerCase() : guidOfText(`${key}/${sourceId || id}`)
}

export function guidOfText(text: string): string {
  const hex = hash('sha256', text, 'hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}
