import { quickStart } from './quick-start.ts';

/** Starts Purser with the demo, and stops it after the last test. */
export default async function globalSetup(): Promise<() => Promise<void>> {
  const started = await quickStart(() => ({ PURSER_DEMO: '1' }), /TOTP/);
  const secret = /\b[A-Z2-7]{32}\b/.exec(started.output)?.[0];
  if (!secret) {
    await started.stop();
    throw new Error(`the start's table names no authenticator secret:\n${started.output}`);
  }
  process.env['PURSER_E2E_URL'] = started.baseUrl;
  process.env['PURSER_E2E_TOTP'] = secret;
  process.env['PURSER_E2E_DATA'] = started.folder;
  return started.stop;
}
