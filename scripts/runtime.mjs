// Brings the packages and the Node.js that Purser runs on. Plain JavaScript: it runs before anything is installed,
// on any Node.js from 20 on.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));
const MODULES = join(ROOT, 'node_modules');
const OLDEST_NODE = 20;
const WANTED_NODE = 24;

/** Says what is wrong and ends; a stack would only hide it. */
function fail(message) {
  console.error(`\n${message}\n`);
  process.exit(1);
}

export function requireNode() {
  const major = Number(process.versions.node.split('.')[0]);
  if (major < OLDEST_NODE) fail(`Purser needs Node.js ${OLDEST_NODE} or newer to begin with; this is ${process.version}.`);
}

/** Installs the packages of package-lock.json unless exactly those are there. */
export function ensureInstalled() {
  if (isInstalled()) return;
  console.log(existsSync(MODULES) ? 'Bringing the packages up to date…' : 'Installing packages…');
  // Not "npm ci": it refuses when a registry lacks an optional package of some other platform. What the lock file
  // lists is verified below all the same.
  const installed = npm(['install', '--no-save', '--include=dev', '--include=optional', '--no-audit', '--no-fund', '--loglevel=error']);
  if (installed.status !== 0) {
    process.stderr.write(`${installed.stdout ?? ''}${installed.stderr ?? ''}${installed.error?.message ?? ''}`);
    fail(
      'The packages could not be installed: npm failed, see above. It needs to be there, to reach its registry, and room to write here.',
    );
  }
  if (!isInstalled())
    fail('npm ran, but node_modules still does not hold what package-lock.json lists. Remove node_modules and try again.');
}

/** Compares what npm noted of the last whole install with what the lock file wants. */
function isInstalled() {
  const wanted = packagesOf(join(ROOT, 'package-lock.json'));
  const present = packagesOf(join(MODULES, '.package-lock.json'));
  if (wanted === undefined) fail('package-lock.json is missing or broken; check it out again.');
  if (present === undefined) return false;
  return Object.entries(wanted).every(([path, entry]) => {
    if (!path.includes('node_modules/')) return true;
    const found = present[path];
    // Optional packages are those of other platforms.
    if (found === undefined) return entry.optional === true || entry.devOptional === true || entry.peer === true;
    return entry.link === true ? existsSync(join(ROOT, path)) : found.version === entry.version;
  });
}

function packagesOf(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8')).packages;
  } catch {
    return undefined;
  }
}

/** npm on the machine's own Node.js: ours is inside the folder npm may be about to replace. */
function npm(args) {
  const path = (process.env.PATH ?? '')
    .split(delimiter)
    .filter((folder) => !folder.endsWith(join('node_modules', '.bin')))
    .join(delimiter);
  // Under "npm start" npm describes itself in npm_* variables, which would steer another npm.
  const inherited = Object.entries(process.env).filter(([name]) => !/^npm_(?!config_)/i.test(name) && !/^(PATH|NODE_ENV)$/i.test(name));
  const env = { ...Object.fromEntries(inherited), PATH: path };
  return spawnSync('npm', args, { cwd: ROOT, env, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024, shell: process.platform === 'win32' });
}

/** The Node.js to run on: the one the package `node` brings, else this one if it will do. */
function findNode() {
  const brought = join(MODULES, 'node', 'bin', process.platform === 'win32' ? 'node.exe' : 'node');
  if (majorOf(brought) === WANTED_NODE) return brought;
  // Its install script fetches it; npm may have been told to run none.
  spawnSync(process.execPath, ['installArchSpecificPackage.js'], { cwd: join(MODULES, 'node'), stdio: 'ignore' });
  if (majorOf(brought) === WANTED_NODE) return brought;
  if (Number(process.versions.node.split('.')[0]) >= WANTED_NODE) return process.execPath;
  return fail(
    `Node.js ${WANTED_NODE} could not be brought by the npm package "node" (for ${process.platform}-${process.arch}); this is ${process.version}. ` +
      `Install Node.js ${WANTED_NODE} or newer yourself and try again.`,
  );
}

function majorOf(node) {
  if (!existsSync(node)) return undefined;
  const answer = spawnSync(node, ['--version'], { encoding: 'utf8' });
  return answer.status === 0 ? Number(/^v(\d+)/.exec(answer.stdout)?.[1]) : undefined;
}

/** Goes on as another program on the right Node.js: in this very process where Node.js can do that. */
export function continueAs(file, { nodeOptions = [] } = {}) {
  const node = findNode();
  const argv = [...nodeOptions, join(ROOT, file), ...process.argv.slice(2)];
  const env = {
    // Compiled code is kept, TypeScript with its types already taken out: later starts are quicker, and smaller.
    NODE_COMPILE_CACHE: join(MODULES, '.cache', 'node'),
    ...process.env,
    PATH: `${join(MODULES, '.bin')}${delimiter}${process.env.PATH ?? ''}`,
  };
  const followed = followedAncestors();
  if (typeof process.execve === 'function' && process.platform !== 'win32') {
    if (followed.length > 0) env.PURSER_FOLLOWS_PARENT = followed.join(',');
    process.execve(node, [node, ...argv], env);
  }
  const child = spawn(node, argv, { stdio: 'inherit', env: { ...env, PURSER_FOLLOWS_PARENT: ['self', ...followed].join(',') } });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  child.on('error', (error) => fail(`${node} could not be started: ${error.message}`));
  child.on('exit', (code, signal) => process.exit(code ?? (signal === 'SIGINT' ? 130 : 1)));
}

/**
 * npm killed outright tells nobody, and what it ran would go on with nobody to stop it. So the program watches whether
 * npm, and the shell npm runs scripts with, are still its ancestors. Pairs of "process:its parent".
 */
function followedAncestors() {
  if (process.env.npm_lifecycle_event === undefined) return [];
  const { pid, ppid } = process;
  try {
    const shell = /^(sh|dash|ash|bash|busybox)$/.test(readFileSync(`/proc/${ppid}/comm`, 'utf8').trim());
    const parent = /^PPid:\s*(\d+)/m.exec(readFileSync(`/proc/${ppid}/status`, 'utf8'))?.[1];
    return shell && parent ? [`${pid}:${ppid}`, `${ppid}:${parent}`] : [`${pid}:${ppid}`];
  } catch {
    return [`${pid}:${ppid}`];
  }
}
