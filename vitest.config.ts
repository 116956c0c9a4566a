import { defineConfig } from 'vitest/config';

/**
 * Unit and API tests, side by side with the code they prove. The end-to-end tests under e2e/ belong to
 * Playwright. Two workers at most: every API test file works on a database of its own in one PostgreSQL.
 */
// What is waited for comes when it comes: a machine may be busy.
const shared = { environment: 'node' as const, testTimeout: 60_000, hookTimeout: 60_000, expect: { poll: { timeout: 10_000 } } };

export default defineConfig({
  test: {
    maxWorkers: 2,
    // The programs keep next to nothing in modules, so that a worker's files may share what is loaded: that is a third of their processor time.
    isolate: false,
    // Young objects have room for more than a moment: with Node's own 16 MB the collector takes a tenth of a worker's processor time.
    execArgv: ['--max-semi-space-size=64'],
    projects: [
      {
        test: {
          ...shared,
          name: 'unit',
          include: [
            'packages/{contract,i18n,ui,console-kit}/**/*.test.{ts,tsx}',
            'web/**/*.test.{ts,tsx}',
            'shop/**/*.test.ts',
            'e2e/mutation/*.test.ts',
          ],
        },
      },
      {
        test: {
          ...shared,
          name: 'api',
          include: ['server/**/*.test.ts', 'packages/{ledger,client}/**/*.test.ts', 'scripts/**/*.test.ts'],
          globalSetup: ['server/src/platform/testing/global-setup.ts'],
        },
      },
    ],
  },
});
