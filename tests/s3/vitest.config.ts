import { defineConfig } from 'vitest/config'

/** Tests with a real object store: `npm run test:full -- s3` and `-- replica`. `npm test` leaves them out. */
export default defineConfig({
  test: {
    root: `${import.meta.dirname}/../..`,
    setupFiles: ['tests/support/fail-on-console-error.ts'],
    globalSetup: ['tests/support/build-once.ts'],
    include: ['tests/s3/*.test.ts'],
    fileParallelism: false,
    testTimeout: 1_200_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 120_000, interval: 200 } },
  },
})
