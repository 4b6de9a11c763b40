import { statSync } from 'node:fs'

/** Root's files would stop the service. */
export function actAsOwner(dataDir: string): void {
  if (process.getuid?.() !== 0) return
  const owner = statSync(dataDir, { throwIfNoEntry: false })
  if (!owner || owner.uid === 0) return
  process.setgroups?.([owner.gid])
  process.setgid?.(owner.gid)
  process.setuid?.(owner.uid)
  // Root's home is not writable.
  delete process.env.HOME
}
