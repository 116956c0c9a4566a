// Finds a Chromium for the end-to-end tests, or brings one.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { ROOT } from './runtime.mjs';

const DEBIAN_CHROMIUM = '/usr/bin/chromium';
/** Without these the Chinese pages would be tested, and shown in screenshots, as empty boxes. */
const CJK_FONTS = '/usr/share/fonts/opentype/noto/NotoSansCJK-Regular.ttc';

/** The path of the browser for Playwright to start; undefined for Playwright's own. Throws if there is none to be had. */
export function ensureChromium() {
  const given = process.env.PURSER_TEST_CHROMIUM;
  if (given) return given;
  const mayInstall = process.getuid?.() === 0 && existsSync('/etc/debian_version');
  if (mayInstall) installFromDebian();
  if (existsSync(DEBIAN_CHROMIUM)) return DEBIAN_CHROMIUM;
  console.log('Installing the browser that Playwright brings…');
  const installed = spawnSync('node_modules/.bin/playwright', ['install', 'chromium'], { cwd: ROOT, stdio: 'inherit' });
  if (installed.status !== 0) {
    throw new Error(
      'No Chromium for the end-to-end tests: "playwright install chromium" failed. Set PURSER_TEST_CHROMIUM to one you have.',
    );
  }
  return undefined;
}

function installFromDebian() {
  const missing = [];
  if (!existsSync(DEBIAN_CHROMIUM)) missing.push('chromium');
  if (!existsSync(CJK_FONTS)) missing.push('fonts-noto-cjk');
  if (missing.length === 0) return;
  console.log(`Installing ${missing.join(' and ')}…`);
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const apt = (...args) => spawnSync('apt-get', ['-qq', ...args], { env, encoding: 'utf8' });
  apt('update');
  const installed = apt('install', '-y', '--no-install-recommends', ...missing);
  if (installed.status !== 0) process.stderr.write(`${installed.stdout}${installed.stderr}\n`);
}
