import { defineConfig } from 'vitest/config'

/** Tests in a separate Debian: `npm run test:full -- recipes`. `npm test` leaves them out. */
export default defineConfig({
  test: {
    root: `${import.meta.dirname}/../..`,
    setupFiles: ['tests/support/fail-on-console-error.ts'],
    include: ['tests/recipes/*.test.ts'],
    testTimeout: 120_000,
  },
})
