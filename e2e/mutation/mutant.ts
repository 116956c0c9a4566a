import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** One deliberate fault, such as a reviewer fears: the tests named must notice it. */
export interface Mutant {
  /** A file of the checkout, or an SQL function ("function ledger.post_batch"): its last definition in the migrations is meant. */
  readonly where: string;
  /** Occurs exactly once in the file or function. */
  readonly find: string;
  readonly replace: string;
  readonly tests: readonly string[];
  /** What is wrong with the code then. */
  readonly why: string;
}

/** Mutants of one file or function, killed by the same tests: [find, replace, what is wrong then]. */
export function mutantsOf(where: string, tests: readonly string[], faults: readonly (readonly [string, string, string])[]): Mutant[] {
  return faults.map(([find, replace, why]) => ({ where, find, replace, tests, why }));
}

const MIGRATIONS = 'server/migrations';

interface Source {
  readonly path: string;
  readonly text: string;
  /** Where in the text the mutant may apply. */
  readonly from: number;
  readonly to: number;
}

/** Finds the text that a mutant changes; undefined when its file or function is gone. */
function sourceOf(root: string, { where }: Mutant): Source | undefined {
  if (!where.startsWith('function ')) {
    if (!existsSync(join(root, where))) return undefined;
    const text = readFileSync(join(root, where), 'utf8');
    return { path: where, text, from: 0, to: text.length };
  }
  const name = where.slice('function '.length).replaceAll('.', String.raw`\.`);
  const definition = new RegExp(String.raw`create (or replace )?function ${name}\s*\(`);
  for (const file of readdirSync(join(root, MIGRATIONS)).sort().reverse()) {
    const path = `${MIGRATIONS}/${file}`;
    const text = readFileSync(join(root, path), 'utf8');
    const from = text.search(definition);
    if (from < 0) continue;
    const [quote] = /\$\w*\$/.exec(text.slice(from)) ?? ['$$'];
    const body = text.indexOf(quote, from) + quote.length;
    return { path, text, from, to: text.indexOf(quote, body) };
  }
  return undefined;
}

/** What is wrong with a mutant itself: it no longer fits the code. Undefined when it fits. */
export function staleness(root: string, mutant: Mutant): string | undefined {
  const source = sourceOf(root, mutant);
  if (!source) return `${mutant.where} is gone`;
  const missing = mutant.tests.find((test) => !existsSync(join(root, test)));
  if (missing !== undefined) return `its test ${missing} is gone`;
  if (mutant.find === mutant.replace) return 'it changes nothing';
  const count = source.text.slice(source.from, source.to).split(mutant.find).length - 1;
  return count === 1 ? undefined : `its text occurs ${count} times in ${mutant.where}: ${mutant.find}`;
}

/** The file that a mutant changes, as it was and as the mutant has it. */
export function mutated(root: string, mutant: Mutant): { path: string; before: string; after: string; line: number } {
  const source = sourceOf(root, mutant);
  const at = source ? source.text.indexOf(mutant.find, source.from) : -1;
  if (!source || at < 0) throw new Error(`${mutant.where}: ${mutant.find} is not there`);
  const { path, text } = source;
  const after = text.slice(0, at) + mutant.replace + text.slice(at + mutant.find.length);
  return { path, before: text, after, line: text.slice(0, at).split('\n').length };
}
