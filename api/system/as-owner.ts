import { statSync } from 'node:fs'

/** The service, which is not root, could not open files of root. */
export function actAsOwner(dataDir: string): void {
  if (process.getuid?.() !== 0) return
  const owner = statSync(dataDir, { throwIfNoEntry: false })
  if (!owner || owner.uid === 0) return
  process.setgroups?.([owner.gid])
  process.setgid?.(owner.gid)
  process.setuid?.(owner.uid)
  delete process.env.HOME
}
