import { defineConfig } from 'vitest/config'

const product = 'tests/**/*.test.ts'

/** What would be disturbed by another file beside it, or would disturb that one: floods, full disks, times that are compared. */
const alone = [
  'tests/reliability/**/*.test.ts',
  'tests/hardening/{connections,sign-in}.test.ts',
  'tests/panel/weight.test.ts',
  'tests/public-page/demo-pictures.test.ts',
]

/** The built product in a real browser: built once, each file with a server and a DATA_DIR of its own. */
const built = { globalSetup: ['tests/support/build-once.ts'], testTimeout: 60_000, hookTimeout: 60_000 }

export default defineConfig({
  test: {
    setupFiles: ['tests/support/fail-on-console-error.ts'],
    maxWorkers: 2,
    projects: [
      {
        extends: true,
        // One module graph for all files: three times as fast, and no test keeps state in a module.
        test: {
          name: 'unit',
          isolate: false,
          include: ['data/**/*.test.ts', 'api/**/*.test.ts', 'site/**/*.test.ts', 'scripts/**/*.test.ts', 'demo/**/*.test.ts'],
        },
      },
      { extends: true, test: { ...built, name: 'product', include: [product], exclude: alone } },
      // After all the others, one file after the other.
      { extends: true, test: { ...built, name: 'alone', include: alone, fileParallelism: false, sequence: { groupOrder: 1 } } },
    ],
  },
})
