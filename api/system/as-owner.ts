import { statSync } from 'node:fs'

/**
 * Switches a command started by root to the owner of `dataDir`, so that the service can use its files. Does nothing for other
 * users or if root owns the folder.
 */
export function actAsOwner(dataDir: string): void {
  if (process.getuid?.() !== 0) return
  const owner = statSync(dataDir, { throwIfNoEntry: false })
  if (!owner || owner.uid === 0) return
  process.setgroups?.([owner.gid])
  process.setgid?.(owner.gid)
  process.setuid?.(owner.uid)
  // Root's home, where compiled scripts are cached, is not writable for this user.
  delete process.env.HOME
}
