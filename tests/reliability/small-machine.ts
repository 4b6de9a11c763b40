/** A machine with little: what is put on it has so much memory, one core, and a disk of its own. Linux with control groups, as root. */
import { type ChildProcessWithoutNullStreams, spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmdirSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

type SmallMachine = {
  /** A folder on its disk. */
  folder: string
  /** Starts a program on it. */
  start(program: string, args: string[], env: NodeJS.ProcessEnv): ChildProcessWithoutNullStreams
  /** Megabytes that all processes on it have in use, without what the disk's cache holds. */
  used(): number
  /** How often something was ended because the memory was not enough. */
  killed(): number
  stop(): void
}

const groups = '/sys/fs/cgroup'

/** Makes one with so many megabytes; null where this user may not, or the system has no control groups of the first kind. */
export function smallMachine(memory: number, disk: number): SmallMachine | null {
  const name = `conferencia-${process.pid}`
  const [inMemory, onCore] = [join(groups, 'memory', name), join(groups, 'cpuset', name)]
  if (!existsSync(join(groups, 'memory/memory.limit_in_bytes')) || !existsSync(join(groups, 'cpuset/cpuset.cpus'))) return null
  const own = mkdtempSync(join(tmpdir(), 'conferencia-small-'))
  const [image, folder] = [join(own, 'disk'), join(own, 'data')]
  const remove = () => {
    spawnSync('umount', ['-l', folder])
    for (const group of [inMemory, onCore]) if (existsSync(group)) rmdirSync(group)
    rmSync(own, { recursive: true, force: true })
  }
  try {
    writeFileSync(image, '')
    truncateSync(image, disk * 1024 * 1024)
    mkdirSync(folder)
    if (spawnSync('mkfs.ext4', ['-q', image]).status !== 0) throw new Error('no ext4')
    if (spawnSync('mount', ['-o', 'loop', image, folder]).status !== 0) throw new Error('no loop device')
    for (const group of [inMemory, onCore]) mkdirSync(group)
    writeFileSync(join(inMemory, 'memory.limit_in_bytes'), String(memory * 1024 * 1024))
    writeFileSync(join(onCore, 'cpuset.cpus'), '0')
    writeFileSync(join(onCore, 'cpuset.mems'), '0')
  } catch {
    remove()
    return null
  }
  const files = [inMemory, onCore].map((group) => join(group, 'cgroup.procs'))
  const numberIn = (file: string, name: string) =>
    Number(new RegExp(`^${name} (\\d+)$`, 'm').exec(readFileSync(join(inMemory, file), 'utf8'))?.[1])
  return {
    folder,
    start(program, args, env) {
      const enter = files.map((file) => `echo $$ > ${file}`).join(' && ')
      return spawn('sh', ['-c', `${enter} && exec "$0" "$@"`, program, ...args], { env })
    },
    used: () => numberIn('memory.stat', 'total_rss') / 1024 / 1024,
    killed: () => numberIn('memory.oom_control', 'oom_kill'),
    stop: remove,
  }
}
