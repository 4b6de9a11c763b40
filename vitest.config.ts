import { existsSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { defineConfig } from 'vitest/config'

const product = 'tests/**/*.test.ts'

/** These files measure times and the load that the server can take. In a full run they run alone, because other tests would slow them. */
const alone = [
  'tests/reliability/overload.test.ts',
  'tests/hardening/dear-calls.test.ts',
  'tests/hardening/registration-floods.test.ts',
]

/** Slow files that only long runs contain, because other files test the same in a smaller way. `tests/full.ts` names them. */
const long = [
  'deploy/fronts',
  ...['certificates', 'look', 'programme', 'uploads-access', 'uploads-crop'].map((name) => `panel/${name}`),
  'public-page/day-by-itself',
  'publishing/editions',
  ...['overload', 'pair', 'mail-kill', 'mail-disk-full'].map((name) => `reliability/${name}`),
].map((name) => `tests/${name}.test.ts`)

/** Tests with a real object store: `npm run test:full -- s3`. */
const withStore = 'tests/s3/**'

/** Tests in a separate Debian system: `npm run test:full -- recipes`. */
const inMachine = 'tests/recipes/**'

/** Tests of the built product. It is built once. */
const built = {
  // All files of a worker share their modules and one browser. Tests therefore keep no state in modules.
  isolate: false,
  globalSetup: ['tests/support/build-once.ts'],
  // The longest test takes 80 seconds on a slow machine, and three times as long if the processor is busy.
  testTimeout: 300_000,
  hookTimeout: 300_000,
}

/** Runs the files in `alone` one by one, after all other files. */
const last = {
  extends: true as const,
  test: { ...built, name: 'alone', include: alone, fileParallelism: false, sequence: { groupOrder: 1 } },
}

/** Returns a folder that is held in memory, if the system has one with enough space for the files of tests and browsers. */
function memoryDisk(): string | undefined {
  const folder = '/dev/shm'
  if (!existsSync(folder)) return undefined
  const { bavail, bsize } = statfsSync(folder)
  return bavail * bsize > 4 * 1024 ** 3 ? folder : undefined
}

export default defineConfig(({ mode }) => {
  const isFull = mode === 'full'
  // Files in memory save nearly a tenth of the processor's time. A full run uses the disk, like the real server.
  const memory = isFull ? undefined : memoryDisk()
  if (memory && !process.env.TMPDIR) process.env.TMPDIR = memory
  if (!isFull) process.env.NODE_OPTIONS ??= `--import=${new URL('tests/support/quick-compression.ts', import.meta.url)}`
  // With cached compiled code, servers and commands that tests start load in half the time.
  process.env.NODE_COMPILE_CACHE ??= join(tmpdir(), 'conferencia-compile-cache')
  return {
    test: {
      setupFiles: ['tests/support/fail-on-console-error.ts', 'tests/support/fixed-seed.ts'],
      maxWorkers: 4,
      // A larger young generation saves a tenth of the processor's time, because garbage is collected less often.
      execArgv: ['--max-semi-space-size=64'],
      // A slow machine is not a failure.
      expect: { poll: { timeout: 30_000 } },
      projects: [
        {
          extends: true,
          test: {
            name: 'unit',
            // Sharing modules between files is three times as fast.
            isolate: false,
            // A busy processor needs more than Vitest's five seconds for passwords and pictures. Full runs try many more cases.
            testTimeout: isFull ? 300_000 : 60_000,
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
