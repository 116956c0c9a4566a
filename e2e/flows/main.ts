import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Goes through every flow that has a scene (`flowScene`) in each language on a phone, and in English at a desk. Words choose among the scenes: `vi`, `us-1440`.
 */

const E2E = join(import.meta.dirname, '..');
const SCENES = ['us-390', 'vi-390', 'zh-cn-390', 'zh-hant-cn-390', 'us-1440'];

const words = process.argv.slice(2);
const chosen = words.length === 0 ? SCENES : SCENES.filter((scene) => words.some((word) => scene.startsWith(word)));
const flows = readdirSync(join(E2E, 'tests')).filter((file) => readFileSync(join(E2E, 'tests', file), 'utf8').includes('flowScene('));

const failed = chosen.filter((scene) => {
  const [, language, width] = /^(.+)-(\d+)$/.exec(scene) ?? [];
  console.log(`\n${scene}`);
  const args = ['playwright', 'test', '--project=flows', `--output=../.cache/e2e/flows-${scene}`, ...flows.map((file) => `tests/${file}`)];
  const env = { ...process.env, PURSER_E2E_LANGUAGE: language, PURSER_E2E_WIDTH: width };
  return spawnSync('npx', args, { cwd: E2E, env, stdio: 'inherit' }).status !== 0;
});
console.log(failed.length === 0 ? `\nEvery flow went through: ${chosen.join(', ')}` : `\nFailed: ${failed.join(', ')}`);
process.exitCode = failed.length === 0 && chosen.length > 0 ? 0 : 1;
