/** Limits processes to a given memory, one core and a disk of their own. Needs root and Linux with control groups. */
import { type ChildProcessWithoutNullStreams, spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmdirSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

type SmallMachine = {
  /** A folder on the limited disk. */
  folder: string
  /** Starts a program with these limits. */
  start(program: string, args: string[], env: NodeJS.ProcessEnv): ChildProcessWithoutNullStreams
  /** Megabytes in use by all its processes, without the disk's cache. */
  used(): number
  /** Number of processes that were killed because of too little memory. */
  killed(): number
  stop(): void
}

const groups = '/sys/fs/cgroup'

/** Creates the limits, in megabytes. Returns null without the needed rights or without control groups of version 1. */
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
