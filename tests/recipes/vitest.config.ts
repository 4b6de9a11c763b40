import { defineConfig } from 'vitest/config'

/** What takes a Debian of its own: `npm run test:full -- recipes`, not `npm test`. */
export default defineConfig({
  test: {
    root: `${import.meta.dirname}/../..`,
    setupFiles: ['tests/support/fail-on-console-error.ts'],
    include: ['tests/recipes/*.test.ts'],
    testTimeout: 120_000,
  },
})
