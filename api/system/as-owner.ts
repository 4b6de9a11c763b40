import { statSync } from 'node:fs'

/** Files that root creates could not be opened by the service, which is not root. */
export function actAsOwner(dataDir: string): void {
  if (process.getuid?.() !== 0) return
  const owner = statSync(dataDir, { throwIfNoEntry: false })
  if (!owner || owner.uid === 0) return
  process.setgroups?.([owner.gid])
  process.setgid?.(owner.gid)
  process.setuid?.(owner.uid)
  delete process.env.HOME
}
