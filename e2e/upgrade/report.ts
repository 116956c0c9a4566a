/** What a drill has seen, line by line; what did not hold stands beside it. */
export class Report {
  readonly broken: string[] = [];
  readonly #title: string;

  constructor(title: string) {
    this.#title = title;
    console.log(`\n${title}`);
  }

  row(what: string, seen: string, problems: readonly string[] = []): void {
    console.log(`  ${problems.length === 0 ? 'ok    ' : 'BROKEN'} ${what.padEnd(44)} ${seen}`);
    for (const problem of problems.slice(0, 10)) console.log(`         ${problem}`);
    if (problems.length > 10) console.log(`         … and ${problems.length - 10} more`);
    this.broken.push(...problems.map((problem) => `${this.#title}: ${problem}`));
  }

  /** Of so many, those that did not hold. */
  count(what: string, total: number, problems: readonly string[]): void {
    this.row(
      what,
      problems.length === 0 ? `${total} of ${total}` : `${total - problems.length} of ${total}`,
      total === 0 ? [`there is no ${what}`] : problems,
    );
  }
}

export function seconds(ms: number): string {
  return `${(ms / 1_000).toFixed(1)} s`;
}
