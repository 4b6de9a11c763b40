import { statSync } from 'node:fs'

/** Switches from root to the owner of `dataDir`, because the service could not open files that root creates. */
export function actAsOwner(dataDir: string): void {
  if (process.getuid?.() !== 0) return
  const owner = statSync(dataDir, { throwIfNoEntry: false })
  if (!owner || owner.uid === 0) return
  process.setgroups?.([owner.gid])
  process.setgid?.(owner.gid)
  process.setuid?.(owner.uid)
  delete process.env.HOME
}
