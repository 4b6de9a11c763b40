import type { Storage, StoredKind } from './storage.ts'

const folders: Record<StoredKind, string> = { published: 'public', originals: 'originals' }

export const backupPath = ({ kind, name }: { kind: StoredKind; name: string }): string => `${folders[kind]}/${name}`

export async function uploadSizes(storage: Storage): Promise<Record<string, number>> {
  const { published, originals } = await storage.list()
  const sizes = (kind: StoredKind, files: typeof published) => files.map(({ name, size }) => [backupPath({ kind, name }), size])
  return Object.fromEntries([...sizes('published', published), ...sizes('originals', originals)])
}
