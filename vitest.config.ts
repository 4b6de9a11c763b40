import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    setupFiles: ['tests/support/fail-on-console-error.ts'],
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
      {
        extends: true,
        // The built product in a real browser: built once, each file with a server and a DATA_DIR of its own.
        test: {
          name: 'product',
          include: ['tests/**/*.test.ts'],
          globalSetup: ['tests/support/build-once.ts'],
          testTimeout: 60_000,
          hookTimeout: 60_000,
          fileParallelism: false,
        },
      },
    ],
  },
})
