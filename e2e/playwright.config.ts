import { tmpdir } from 'node:os';
import { defineConfig } from '@playwright/test';
import { scratchFolder } from '../server/src/platform/testing/scratch.ts';
import { findChromium } from './support/chromium.ts';

const chromium = findChromium();

/** Real Chromium against the whole running system, which global-setup starts with a demo of its own. */
export default defineConfig({
  testDir: 'tests',
  globalSetup: './support/global-setup.ts',
  // `npm test` runs them side by side in pieces, each with a demo of its own.
  projects: [
    { name: 'flows', testIgnore: /screens\.spec\.ts/, outputDir: '../.cache/e2e/flows' },
    { name: 'screens', testMatch: /screens\.spec\.ts/, outputDir: '../.cache/e2e/looks' },
  ],
  // One demo serves all tests of a run, and the machine may be small: they take turns.
  workers: 1,
  fullyParallel: false,
  retries: 0,
  // Three runs side by side on two processors: a page may take ten seconds to come.
  timeout: 180_000,
  expect: { timeout: 30_000 },
  reporter: [['list']],
  use: {
    // A dialog that still comes in under way may take a press for another place. Whether something moves at all is no test's business.
    contextOptions: { reducedMotion: 'reduce' },
    // What is not there to be clicked or filled is told as that, not as a test that took too long.
    actionTimeout: 30_000,
    navigationTimeout: 30_000,
    // The film strip of a trace costs more than all the rest of it where no graphics card draws.
    trace: { mode: 'retain-on-failure', screenshots: false },
    screenshot: 'only-on-failure',
    launchOptions: {
      ...(chromium ? { executablePath: chromium } : {}),
      // Playwright keeps what Chromium's processes share among temporary files, which takes a disk's file system a tenth of their processor time.
      ...(scratchFolder() === tmpdir() ? {} : { ignoreDefaultArgs: ['--disable-dev-shm-usage'] }),
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
