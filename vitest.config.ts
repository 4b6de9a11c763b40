import { existsSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { defineConfig } from 'vitest/config'

const product = 'tests/**/*.test.ts'

/** In a full run these measure what another file beside them would make untrue: what the machine can take, and milliseconds. */
const alone = [
  'tests/reliability/overload.test.ts',
  'tests/hardening/dear-calls.test.ts',
  'tests/hardening/registration-floods.test.ts',
]

/** What takes a while, and is tried in smaller ways by others: `npm run test:full -- reliability`. */
const long = ['overload', 'pair', 'mail-kill', 'mail-disk-full'].map((name) => `tests/reliability/${name}.test.ts`)

/** With a real object store: `npm run test:full -- s3`. */
const withStore = 'tests/s3/**'

/** In a Debian of its own: `npm run test:full -- recipes`. */
const inMachine = 'tests/recipes/**'

/** The built product in a real browser: built once, each file with a server and a DATA_DIR of its own. */
const built = {
  // One module graph and one browser for all files of a worker: no test keeps state in a module.
  isolate: false,
  globalSetup: ['tests/support/build-once.ts'],
  // The longest takes 80 s on a slow machine, three times that beside a busy processor.
  testTimeout: 300_000,
  hookTimeout: 300_000,
}

/** After all the others, one file after the other. */
const last = {
  extends: true as const,
  test: { ...built, name: 'alone', include: alone, fileParallelism: false, sequence: { groupOrder: 1 } },
}

/** Memory that is used as a disk, where the system has it and there is room for what the tests and their browsers write at a time. */
function memoryDisk(): string | undefined {
  const folder = '/dev/shm'
  if (!existsSync(folder)) return undefined
  const { bavail, bsize } = statfsSync(folder)
  return bavail * bsize > 4 * 1024 ** 3 ? folder : undefined
}

export default defineConfig(({ mode }) => {
  const isFull = mode === 'full'
  // On a disk nearly a tenth of the processor goes into files: each save's, and each piece of memory that a browser's processes share.
  // In a full run all is on the disk.
  const memory = isFull ? undefined : memoryDisk()
  if (memory && !process.env.TMPDIR) process.env.TMPDIR = memory
  // Servers and commands that tests start load in half the time when their code is compiled already.
  process.env.NODE_COMPILE_CACHE ??= join(tmpdir(), 'conferencia-compile-cache')
  return {
    test: {
      setupFiles: ['tests/support/fail-on-console-error.ts', 'tests/support/fixed-seed.ts'],
      maxWorkers: 4,
      // Much is made and forgotten: with room for it, a tenth of the processor less goes into looking through it.
      execArgv: ['--max-semi-space-size=64'],
      // A slow machine is not a failure.
      expect: { poll: { timeout: 30_000 } },
      projects: [
        {
          extends: true,
          // As above: three times as fast.
          test: {
            name: 'unit',
            isolate: false,
            // Beside a busy processor a test of passwords or pictures takes longer than the usual five seconds.
            testTimeout: 60_000,
            include: [
              'data/**/*.test.ts',
              'api/**/*.test.ts',
              'site/**/*.test.ts',
              'scripts/**/*.test.ts',
              'demo/**/*.test.ts',
              'lint/**/*.test.ts',
            ],
          },
        },
        {
          extends: true,
          test: { ...built, name: 'product', include: [product], exclude: [...(isFull ? alone : long), withStore, inMachine] },
        },
        ...(isFull ? [last] : []),
      ],
    },
  }
})
