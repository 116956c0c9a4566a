import { defineConfig } from '@playwright/test';

const chromium = process.env['PURSER_TEST_CHROMIUM'];

/** Real Chromium against the whole running system, which global-setup starts with a demo of its own. */
export default defineConfig({
  testDir: 'tests',
  globalSetup: './support/global-setup.ts',
  outputDir: '../.cache/e2e',
  // One demo serves all tests, and the machine may be small: they take turns.
  workers: 1,
  fullyParallel: false,
  retries: 0,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: [['list']],
  use: {
    // The film strip of a trace costs more than all the rest of it where no graphics card draws.
    trace: { mode: 'retain-on-failure', screenshots: false },
    screenshot: 'only-on-failure',
    launchOptions: {
      ...(chromium ? { executablePath: chromium } : {}),
      args: [
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--no-first-run',
        // Chromium's sandbox does not start as root.
        ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
      ],
    },
  },
});
