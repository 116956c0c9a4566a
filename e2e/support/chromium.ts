import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '../..');

/** Chromium without its windows: the same pages, for a fifth of the processor time that the whole browser takes to open one. */
const HEADLESS_SHELL = '/usr/bin/chromium-headless-shell';
const DEBIAN_CHROMIUM = '/usr/bin/chromium';
/** Without these the Chinese pages would be tested, and shown in screenshots, as empty boxes. */
const CJK_FONTS = '/usr/share/fonts/opentype/noto/NotoSansCJK-Regular.ttc';

/** The path of the browser for Playwright to start; undefined for Playwright's own. */
export function findChromium(): string | undefined {
  return process.env['PURSER_TEST_CHROMIUM'] || [HEADLESS_SHELL, DEBIAN_CHROMIUM].find((path) => existsSync(path));
}

/** Makes sure of a browser. Throws if there is none to be had. */
export function ensureChromium(): void {
  if (process.env['PURSER_TEST_CHROMIUM']) return;
  const mayInstall = process.getuid?.() === 0 && existsSync('/etc/debian_version');
  if (mayInstall) installFromDebian();
  if (findChromium() !== undefined) return;
  console.log('Installing the browser that Playwright brings…');
  const installed = spawnSync(join(ROOT, 'node_modules/.bin/playwright'), ['install', 'chromium'], { cwd: ROOT, stdio: 'inherit' });
  if (installed.status !== 0) {
    throw new Error(
      'No Chromium for the end-to-end tests: "playwright install chromium" failed. Set PURSER_TEST_CHROMIUM to one you have.',
    );
  }
}

function installFromDebian(): void {
  const missing: string[] = [];
  if (!existsSync(HEADLESS_SHELL)) missing.push('chromium-headless-shell');
  if (!existsSync(CJK_FONTS)) missing.push('fonts-noto-cjk');
  if (missing.length === 0) return;
  console.log(`Installing ${missing.join(' and ')}…`);
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const apt = (...args: string[]) => spawnSync('apt-get', ['-qq', ...args], { env, encoding: 'utf8' });
  apt('update');
  const installed = apt('install', '-y', '--no-install-recommends', ...missing);
  if (installed.status !== 0) process.stderr.write(`${installed.stdout}${installed.stderr}\n`);
}
