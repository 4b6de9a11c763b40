import { statSync } from 'node:fs'

/**
 * Lets a command that root started go on as the user whom `dataDir` belongs to: what it writes there would be root's, and stop the
 * service or its next backup. Nothing changes for anybody else, nor where the folder is root's own or not there.
 */
export function actAsOwner(dataDir: string): void {
  if (process.getuid?.() !== 0) return
  const owner = statSync(dataDir, { throwIfNoEntry: false })
  if (!owner || owner.uid === 0) return
  process.setgroups?.([owner.gid])
  process.setgid?.(owner.gid)
  process.setuid?.(owner.uid)
  // What the shell of root had is not this user's, a folder for compiled scripts among it.
  delete process.env.HOME
}
