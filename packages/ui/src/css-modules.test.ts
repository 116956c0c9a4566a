import { globSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '../../..');
const FOLDERS = ['packages/ui/src', 'packages/console-kit/src', 'web/console/src', 'web/operator/src', 'web/payer/src'];

interface Use {
  readonly file: string;
  readonly names: ReadonlySet<string>;
  /** Names that are written in quotes. */
  readonly quoted: readonly string[];
  /** Whether a name is computed, so that any of the module's may be meant. */
  readonly computed: boolean;
}

/** Which stylesheet modules are imported where, and which of their names are used there. */
function usesByModule(): Map<string, Use[]> {
  const uses = new Map<string, Use[]>();
  for (const file of globSync(FOLDERS.map((folder) => join(ROOT, folder, '**/*.tsx')))) {
    const text = readFileSync(file, 'utf8');
    for (const [, local = '', path = ''] of text.matchAll(/^import (\w+) from '([^']*\.module\.css)';$/gm)) {
      const body = text.replaceAll(/^import .*$/gm, '');
      const accesses = [...body.matchAll(new RegExp(`\\b${local}\\[([^\\]]*)\\]`, 'g'))].map(([, key = '']) => key);
      const properties = [...body.matchAll(new RegExp(`\\b${local}\\.(\\w+)`, 'g'))].map(([, name = '']) => name);
      const module = path.startsWith('.') ? join(dirname(file), path) : join(ROOT, path.replace(/^@purser\/([^/]+)/, 'packages/$1/src'));
      const use = {
        file: relative(ROOT, file),
        names: new Set(properties),
        quoted: accesses.filter((key) => key.startsWith("'")),
        computed: accesses.length > 0,
      };
      uses.set(module, [...(uses.get(module) ?? []), use]);
    }
  }
  return uses;
}

function classesOf(module: string): ReadonlySet<string> {
  const css = readFileSync(module, 'utf8').replaceAll(/\/\*[\s\S]*?\*\/|:global\([^)]*\)/g, '');
  const selectors = [...css.matchAll(/([^{};]+)\{/g)]
    .map(([, selector = '']) => selector)
    .filter((selector) => !selector.trim().startsWith('@'));
  return new Set(selectors.flatMap((selector) => [...selector.matchAll(/\.([A-Za-z]\w*)/g)].map(([, name = '']) => name)));
}

test('a class is written as a property of its stylesheet, in one spelling everywhere', () => {
  const quoted = [...usesByModule().values()].flat().flatMap(({ file, quoted }) => quoted.map((name) => `${file}: ${name}`));
  expect(quoted).toEqual([]);
});

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
