import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '../../../..');
const text = readFileSync(join(ROOT, 'docs/security.md'), 'utf8');

/** How many requirements of levels 1 and 2 each section of the standard has, in the order of their numbers. */
const SECTIONS: Readonly<Record<string, readonly number[]>> = Object.fromEntries(
  `
  1.1:2 1.2:9 1.3:11 1.4:3 1.5:2
  2.1:3 2.2:3 2.3:4 2.4:1
  3.2:2 3.3:4 3.4:6 3.5:5 3.7:2
  4.1:3 4.2:1 4.3:2 4.4:4
  5.1:1 5.2:3 5.3:2 5.4:3
  6.1:3 6.2:12 6.3:4 6.4:4 6.5:5 6.6:3 6.8:4
  7.1:3 7.2:4 7.3:2 7.4:5 7.5:2 7.6:2
  8.1:2 8.2:3 8.3:1 8.4:1
  9.1:3 9.2:4
  11.1:2 11.2:3 11.3:3 11.4:4 11.5:1 11.6:1
  12.1:3 12.2:2 12.3:4
  13.1:1 13.2:5 13.3:2 13.4:5
  14.1:2 14.2:4 14.3:3
  15.1:3 15.2:3 15.3:7
  16.1:1 16.2:5 16.3:4 16.4:3 16.5:3
  `
    .trim()
    .split(/\s+/)
    .map((section) => section.split(':'))
    .map(([name = '', count]) => [name, upTo(Number(count))]),
);

function upTo(last: number): number[] {
  return Array.from({ length: last }, (_, index) => index + 1);
}

/** "1.3.4–1.3.5", "12.1.1–12.1.2, 12.2.1", "6.6" (a whole section) and "5.1–5.3" as single requirements. */
function requirementsIn(cell: string): string[] {
  return cell.split(', ').flatMap((part) => {
    const [from = '', to = from] = part.split('–');
    const [chapter, section, first] = from.split('.').map(Number);
    const [, lastSection, last] = to.split('.').map(Number);
    if (first === undefined) {
      const sections = upTo(lastSection ?? 0).slice((section ?? 1) - 1);
      return sections.flatMap((each) => (SECTIONS[`${chapter}.${each}`] ?? []).map((n) => `${chapter}.${each}.${n}`));
    }
    return upTo(last ?? first)
      .slice(first - 1)
      .map((n) => `${chapter}.${section}.${n}`);
  });
}

describe('docs/security.md', () => {
  it('names tests that exist, by their titles', () => {
    const named = [...text.matchAll(/`([\w./-]+\.(?:test|spec)\.tsx?)`(?: “([^”]+)”)?/g)];
    expect(named.length).toBeGreaterThan(100);
    const missing = named.filter(([, file = '', title]) => {
      const path = join(ROOT, file);
      return (
        !existsSync(path) ||
        (title !== undefined &&
          !readFileSync(path, 'utf8')
            .replaceAll(String.raw`\'`, "'")
            .includes(title))
      );
    });
    expect(missing.map(([whole]) => whole)).toEqual([]);
  });

  it('answers every requirement of levels 1 and 2 once', () => {
    const answered = [...text.matchAll(/^\| (\d[\d., –]*) +\| [12] /gm)].flatMap(([, cell = '']) => requirementsIn(cell.trim()));
    const asked = Object.entries(SECTIONS).flatMap(([section, numbers]) => numbers.map((n) => `${section}.${n}`));
    expect(answered.toSorted()).toEqual(asked.toSorted());
  });
});
