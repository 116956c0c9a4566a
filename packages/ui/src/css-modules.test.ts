import { globSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '../../..');
const FOLDERS = ['packages/ui/src', 'web/console/src', 'web/payer/src'];

interface Use {
  readonly file: string;
  readonly names: ReadonlySet<string>;
  /** Whether a name is computed, so that any of the module's may be meant. */
  readonly computed: boolean;
}

/** Which stylesheet modules are imported where, and which of their names are used there. */
function usesByModule(): Map<string, Use[]> {
  const uses = new Map<string, Use[]>();
  for (const file of globSync(FOLDERS.map((folder) => join(ROOT, folder, '**/*.tsx')))) {
    const text = readFileSync(file, 'utf8');
    for (const [, local = '', path = ''] of text.matchAll(/^import (\w+) from '(\..*\.module\.css)';$/gm)) {
      const body = text.replaceAll(/^import .*$/gm, '');
      const accesses = [...body.matchAll(new RegExp(`\\b${local}\\[([^\\]]*)\\]`, 'g'))].map(([, key = '']) => key);
      const properties = [...body.matchAll(new RegExp(`\\b${local}\\.(\\w+)`, 'g'))].map(([, name = '']) => name);
      const names = new Set([...properties, ...accesses.flatMap((key) => /^'([^']+)'$/.exec(key)?.slice(1) ?? [])]);
      const module = join(dirname(file), path);
      const use = { file: relative(ROOT, file), names, computed: accesses.some((key) => !key.startsWith("'")) };
      uses.set(module, [...(uses.get(module) ?? []), use]);
    }
  }
  return uses;
}

function classesOf(module: string): ReadonlySet<string> {
  const css = readFileSync(module, 'utf8').replaceAll(/\/\*[\s\S]*?\*\//g, '');
  const selectors = [...css.matchAll(/([^{};]+)\{/g)]
    .map(([, selector = '']) => selector)
    .filter((selector) => !selector.trim().startsWith('@'));
  return new Set(selectors.flatMap((selector) => [...selector.matchAll(/\.([A-Za-z]\w*)/g)].map(([, name = '']) => name)));
}

test('every class that a component names is in its stylesheet, and every class of a stylesheet is used', () => {
  const problems: string[] = [];
  for (const [module, uses] of usesByModule()) {
    const classes = classesOf(module);
    for (const { file, names } of uses) for (const name of names) if (!classes.has(name)) problems.push(`${file}: no .${name}`);
    if (uses.some(({ computed }) => computed)) continue;
    for (const name of classes)
      if (!uses.some(({ names }) => names.has(name))) problems.push(`${relative(ROOT, module)}: .${name} is not used`);
  }
  expect(problems).toEqual([]);
});
